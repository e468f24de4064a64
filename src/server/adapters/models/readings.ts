import { askedWords } from '../../knowledge/asked-words.ts'
import { isQuestion, termsOf } from '../../knowledge/terms.ts'
import type { Passage, RankedUnit } from '../../knowledge/types.ts'

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

/** A passage prepared for answering a question; `index` is its place among the given ones. */
export type Reading = { passage: Passage; index: number; units: ReadUnit[] }

/**
 * A sentence, list item, table row or piece of code of a passage. A label (a heading, a menu entry, a line of a footer)
 * is never an answer by itself. One that `leads` introduces the lines after it ("Opening hours", then "Monday 9 to 5"):
 * such a line gets the mean of both similarities, and the label's coverage, each only if that is higher than its own.
 * One that names all of the subject that a visitor writes ("network policies") introduces the sentence after it too.
 */
export type ReadUnit = RankedUnit & { isLabel: boolean; leads: boolean }

const SENTENCE_END = /[.!?:;…。！？；।؟]["'”’»)\]*_`]*$/
const ANNOUNCES = /[:：]["'”’»)\]*_`]*$/
const SAYS_A_FACT = /[\p{N}@]|:\s*\S|:\/\//u // a price, opening hours, an email address, "Owner: Maria Weber"
const LATIN = /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]+$/u
const LABEL_MAXIMUM = 80 // characters; a longer text is a sentence without a full stop
const ASKS_WHAT =
  /^\W*(?:who|whom|whose|what|which|when|where|why|how|until when|wer|wen|wem|was|welche[rsnm]?|wann|wo|wohin|woher|warum|wie\w*|bis wann|qui|que|quoi|quel\w*|quand|où|pourquoi|comment|combien|quién\w*|qué|cuál\w*|cuándo|d[óo]nde|cómo|cuánt\w*|quem|qual|quais|quando|onde|como|quant\w*|chi|che|cosa|dove|perché|come|wie|wat|welke?|wanneer|waar\w*|hoe\w*)(?!\p{L})/iu

/**
 * The passages with units (or all, if none has any), without those that are only labels. If no unit is a complete
 * sentence (a price list), nothing counts as a label.
 */
export function readingsOf(question: string, passages: readonly Passage[]): Reading[] {
  const all = passages.map((passage, index): Reading => ({ passage, index, units: passage.units.map(asIs) }))
  const detailed = all.filter(({ units }) => units.length > 0)
  if (detailed.length === 0) return all
  const hasSentences = detailed.some(({ units }) => units.some(isSentence))
  return detailed
    .map((reading) => ({ ...reading, units: hasSentences ? read(reading.passage, question) : reading.units }))
    .map((reading) => (answersQuestion(reading.passage) ? reading : { ...reading, units: withAnswers(reading.units) }))
    .filter(({ units }) => units.some((unit) => !unit.isLabel))
}

/**
 * Marks what answers nothing: lines that only point elsewhere, and questions. What follows a question, in the same
 * block or the next, answers it, so it is compared with a visitor's question as the question itself is.
 */
function withAnswers(units: readonly ReadUnit[]): ReadUnit[] {
  let asked: ReadUnit | undefined
  return units.map((unit): ReadUnit => {
    if (unit.kind !== 'code' && isQuestion(unit.text)) {
      asked = unit
      return { ...unit, isLabel: true, leads: false }
    }
    if (unit.kind !== 'code' && pointsElsewhere(unit.text)) return { ...unit, isLabel: true, leads: false }
    if (!asked || unit.block > asked.block + 1) return unit
    return {
      ...unit,
      isLabel: false,
      similarity: Math.max(unit.similarity, asked.similarity),
      coverage: Math.max(unit.coverage, asked.coverage),
    }
  })
}

const asIs = (unit: RankedUnit): ReadUnit => ({ ...unit, isLabel: false, leads: false })

function read(passage: Passage, question: string): ReadUnit[] {
  let leader: (ReadUnit & { at: number }) | undefined
  return passage.units.map((unit, at) => {
    const next = passage.units[at + 1]
    if (isLabel(passage, at) && !confirms(unit, question)) {
      const isAbout = isSubject(question) && namesAll(unit, question)
      const leads =
        next !== undefined && (isAbout || !isSentence(next)) && next.kind !== 'code' && !looksLikeLabel(next)
      const label = { ...unit, isLabel: true, leads }
      leader = leads ? { ...label, at } : undefined
      return label
    }
    const led = leader
    if (isSentence(unit) || unit.kind === 'code') leader = undefined
    // Of sentences, a label introduces only the one below it.
    if (!led || (!leader && led.at !== at - 1)) return asIs(unit)
    return {
      ...asIs(unit),
      similarity: Math.max(unit.similarity, (unit.similarity + led.similarity) / 2),
      coverage: Math.max(unit.coverage, led.coverage),
    }
  })
}

/**
 * Whether a passage answers a question in its heading: a question-and-answer pair, or a section whose heading is a
 * question.
 */
export const answersQuestion = ({ heading }: Pick<Passage, 'heading'>): boolean => isQuestion(heading ?? '')

const isSentence = ({ kind, text }: RankedUnit): boolean => kind === 'sentence' && SENTENCE_END.test(text)

function isLabel(passage: Passage, at: number): boolean {
  const { units } = passage
  const unit = units[at]!
  if (answersQuestion(passage) || !looksLikeLabel(unit)) return false
  // The lines after "The following are accepted:" are its content, not labels.
  const before = units.slice(0, at).findLast((other) => !looksLikeLabel(other))
  if (before?.kind === 'sentence' && ANNOUNCES.test(before.text)) return false
  const hasSentence = units.some(isSentence)
  // The only line under a heading is that section's content.
  if (!hasSentence && topicOf(passage) !== null && topicOf(passage) !== unit.text) return false
  return unit.kind !== 'item' || (hasSentence && !isAnnounced(passage, unit.block))
}

/** The heading directly above a passage; null if there is none, or if it is the title of the whole source. */
const topicOf = ({ heading, title }: Passage): string | null =>
  heading === null || heading === title ? null : heading.split(' > ').at(-1)!

function looksLikeLabel({ kind, text }: RankedUnit): boolean {
  const mayBe = kind === 'sentence' || kind === 'item'
  return mayBe && text.length <= LABEL_MAXIMUM && !SENTENCE_END.test(text) && !SAYS_A_FACT.test(text)
}

/** Whether a list has a heading or a sentence before it that says what it is about; otherwise it may be a menu. */
function isAnnounced(passage: Passage, list: number): boolean {
  if (topicOf(passage) !== null) return true
  const before = passage.units.findLast(({ block }) => block < list)
  return before !== undefined && before.kind === 'sentence' && !looksLikeLabel(before)
}

/**
 * Whether a label has all words of a yes-or-no question: "Dogs allowed" answers "Are dogs allowed?". To a visitor who
 * writes a subject alone, a heading of the same words tells nothing.
 */
const confirms = (unit: RankedUnit, question: string): boolean =>
  !ASKS_WHAT.test(question) && !isSubject(question) && namesAll(unit, question)

/**
 * Whether a visitor writes no question but the words of its subject alone: "network policies". Told by the lack of
 * words such as "are", which are known of languages in Latin letters.
 */
function isSubject(question: string): boolean {
  if (isQuestion(question) || !LATIN.test(question)) return false
  return (question.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).every((word) => termsOf(word).length > 0)
}

function namesAll({ text }: RankedUnit, question: string): boolean {
  const said = new Set(termsOf(text))
  const asked = termsOf(askedWords(question))
  return asked.length > 0 && asked.every((term) => said.has(term))
}
