const LONGEST = 140 // characters; a longer sentence says something besides

/** Beginnings of lines that only say where something is told, in the languages that the product speaks and a few others. */
const POINTING = new RegExp(
  `^[\\s>»›→➜➔▸•*#-]*(?:${[
    'see|read (?:more|on|about|our)|read the (?:page|chapter|section)|more (?:about|on|in|information|details)|learn more|find out more|find (?:more|details)|click|tap here|go to|back to|continue (?:to|reading)|view (?:the|our|all)|visit (?:our|the) (?:page|website|site)|details (?:are |can be )?(?:on|in|at|under)|for (?:more|further|details|information)|further (?:information|details)|refer to|check (?:out )?(?:our|the) (?:page|website|site)|jump to|skip to|related:?',
    'siehe|s\\. ?(?=seite|kapitel|abschnitt)|mehr (?:zu|zum|zur|uber|über|dazu|erfahren|infos?|informationen|lesen)|weiterlesen|weiter zu|zuruck zu|zurück zu|lesen sie (?:mehr|weiter|dazu)|hier (?:finden|geht|klicken)|klicken|weitere (?:infos?|informationen|details)|details (?:auf|unter|in|im)|zur seite|zum kapitel',
    "voir|lire (?:la suite|plus|aussi)|en savoir plus|plus d[’']info\\p{L}*|plus de d[ée]tails|cliquez|consulte[rz]|retour|pour (?:plus|en savoir)|aller [àa]",
    'ver (?:m[áa]s|la|el|p[áa]gina|tambi[ée]n)|v[ée]ase|vea|leer m[áa]s|m[áa]s (?:sobre|informaci[óo]n|detalles)|consulte|haga clic|pulse aqu[íi]|volver a|ir a|para m[áa]s',
    'vedi|leggi (?:tutto|di pi[ùu])|maggiori informazioni|scopri di pi[ùu]|clicca|torna a|per (?:maggiori|ulteriori)',
    'veja|leia (?:mais|tamb[ée]m)|saiba mais|mais (?:sobre|informa[çc][õo]es|detalhes)|clique|voltar|para mais',
    'zie|lees (?:meer|verder)|meer (?:over|informatie|weten)|klik|terug naar|ga naar|voor meer',
    'zobacz|czytaj|wi[ęe]cej|kliknij',
    'см\\.|смотрите|подробнее|читать далее|читайте|узнать больше|перейти|назад к',
    'δείτε|περισσότερα|διαβάστε|πατήστε',
    'bkz|bakınız|daha fazla|devamını|tıklayın',
    'انظر|المزيد|اقرأ|للمزيد|اضغط',
    'और पढ़ें|अधिक जानकारी|देखें',
  ].join('|')})(?![\\p{L}])`,
  'iu',
)
const POINTING_UNSPACED =
  /^(?:请?参[见阅看]|詳見|详见|更多|查看|点击|點擊|阅读更多|詳しくは|もっと見る|続きを読む|こちら|ดูเพิ่มเติม|อ่านต่อ|อ่านเพิ่มเติม|คลิก|자세히|더 보기)|(?:をご覧ください|をご参照ください|はこちら|をクリック)[。!！]?$/u
/** A line of a table of contents: its title, dots, and the number of the page. */
const CONTENTS_LINE = /(?:\.{2,}|…|(?:\.\s){2,}|(?:·\s?){3,}|_{3,}|\t)\s*(?:p\.|S\.|page|Seite)?\s*[\divxlc]{1,5}\s*$/iu
/** What such a line may count: a chapter or a page is no fact. */
const PLACES =
  /(?:chapters?|sections?|pages?|parts?|steps?|figures?|tables?|§|kapitel|abschnitt|seite|teil|cap[íi]tulos?|secci[óo]n|p[áa]ginas?|chapitres?|pages?|capitol[oi]|sezione|pagin[ae]|hoofdstuk|глав[аеуы]|раздел\p{L}*|стр\p{L}*|第)\s*[\d.]+\s*(?:章|页|頁|節)?/giu
const FACT = /[\p{N}@€$£]|:\/\//u
/** Where a first cell or a term is, what comes after the colon decides: "Parking: see page 4". */
const AFTER_COLON = /^[^:：]{1,60}[:：]\s*/u

/** Whether a line only points to where something is told ("More about parking", "See chapter 3"), and tells nothing. */
export function pointsElsewhere(text: string): boolean {
  const line = text.trim()
  return isPointer(line) || (AFTER_COLON.test(line) && isPointer(line.replace(AFTER_COLON, '')))
}

function isPointer(line: string): boolean {
  if (line.length > LONGEST) return false
  if (CONTENTS_LINE.test(line)) return true
  return (POINTING.test(line) || POINTING_UNSPACED.test(line)) && !FACT.test(line.replace(PLACES, ''))
}
