// Words that mark a request, by language. A message without any of these or of `UNSPACED_REQUESTS` asks for nothing to
// be done.
const REQUESTS: readonly string[] = [
  // English
  "(?:i|we)(?:'d| would)?(?: both| all| really| just)* (?:want|like|need|wish|love|prefer|rather)",
  'interested in|looking for|is it possible|possible to|please',
  '(?:can|could|may|might|would|will|shall) (?:i|we|you|my|our|me|some(?:one|body)|any(?:one|body)|an? (?:person|colleague))',
  "(?:how|where) (?:can|could|do|may) (?:i|we)|let (?:me|us)|let's",
  '(?:^|and )(?:book|request|schedule|arrange|order|reserve|have some(?:one|body))',
  '(?:^|and )(?!(?:tell|remind|gives|does|did|was|for|to|of|with|is) )[a-z]+ (?:me|us)(?! that)', // "sign me up"
  // German
  'ich (?:möchte|will|brauche|hätte|suche|würde|wünsche|bitte|interessiere)|wir (?:möchten|wollen|brauchen|hätten|suchen|würden)',
  '(?:kann|könnte|darf|dürfte) (?:ich|man|mich|mir|uns|jemand)|(?:können|könnten|dürfen|würden) (?:sie|wir)|(?:kannst|könntest) du',
  '(?:wie|wo) (?:bekomme|erhalte|kann|komme|könnte) (?:ich|man)|bitte|(?:rufen|schicken|senden|melden) sie',
  // French
  "je (?:voudrais|veux|souhaite|cherche|désire|peux)|j'aimerais|j'ai besoin|nous (?:voudrions|voulons|souhaitons)|puis-je",
  "(?:pouvez|pourriez|voulez)-vous|(?:comment|où) (?:faire|obtenir)|est-il possible|s'il (?:vous|te) plaît|svp|intéressée? par",
  // Spanish
  'quiero|quisiera|queremos|quisiéramos|necesit(?:o|amos)|busco|deseo|prefiero|(?:me|nos) (?:interesa|gustar[ií]a)|es posible',
  'puedo|podr[ií]a[ns]?|pueden?|podemos|por favor|(?:cómo|dónde) (?:me|pido|consigo|solicito|mando|env[ií]o|hago)',
  // Portuguese
  'quer(?:o|emos)|gostar[ií]a(?:mos)?|precis(?:o|amos)|posso|podem?|poderiam?|seria possível|como faço',
  // Italian
  'vorrei|vorremmo|vogli(?:o|amo)|poss(?:o|iamo)|potete|può|potre(?:i|ste)|ho bisogno|mi (?:piacerebbe|serve)|cerco|per favore|è possibile',
  // Dutch
  'ik (?:wil|zou|heb|zoek|wens)|wij willen|(?:kan|mag) ik|(?:kunt|wilt) u|kun je|kunnen (?:jullie|we)|graag|alstublieft|alsjeblieft',
  // Turkish
  '\\p{L}*m[ae]k ist\\p{L}+|istiyor\\p{L}+|lütfen|\\p{L}+bilir m[iıuü]\\p{L}*|lazım|ihtiyacım',
  // Russian
  'хочу|хотим|хотел\\p{L}*|можно|могу|можете|могли|нуж(?:ен|на|но|ны)|пожалуйста|прошу|как мне|перезвоните',
  // Greek
  'θέλ(?:ω|ουμε)|θα ήθελα|μπορ(?:ώ|είτε|ούμε)|χρειάζομαι|παρακαλώ',
  // Arabic
  '\\p{L}?أريد|نريد|أرغب|أود|هل يمكن\\p{L}*|من فضلك\\p{L}*|أحتاج|كيف (?:أحصل|يمكنني)',
]
// Words that are found anywhere in a text, in languages that write no spaces or attach endings to these words.
const UNSPACED_REQUESTS =
  '我想|我要|需要|我们想|请|可以.{0,12}吗|能.{0,12}吗|ください|お願い|したい|欲しい|できますか|주세요|싶|อยาก|ขอ|ต้องการ|चाह|कृपया|सकत'
const REQUEST = new RegExp(`(?<!\\p{L})(?:${REQUESTS.join('|')})(?!\\p{L})|${UNSPACED_REQUESTS}`, 'u')

// Beginnings of questions for information: the sources answer them, even if an action has the same subject.
const TO_KNOW =
  /^(?:what|when|why|which|who|whose|where(?! (?:can|could|do|may) (?:i|we|my))|how (?:much|many|long|often|far|old|big|heavy|does|do you|are|is)|do (?:you|they)|does|did|is (?!it possible)|are|was|were|has|wann|wer|warum|wieso|wie (?!(?:bekomme|erhalte|kann|komme|könnte) (?:ich|man))|welche\p{L}*|gibt|haben sie|quand|combien|pourquoi|quel\p{L}*|qui|cuándo|cuánt\p{L}*|qué|cuál\p{L}*|quién\p{L}*|por qué|hay|quando|quant\p{L}*|perché|qual\p{L}*|chi|wanneer|hoeveel|waarom|welke|wie (?:is|zijn|heeft))(?!\p{L})/u
const ABOUT_KNOWING =
  /(?<!\p{L})(?:tell (?:me|us)|explain|(?<!let (?:me|us|you) )know|wonder|understand|describe|wissen|erklären|sagen|savoir|expliquer|saber|explicar|sapere|spiegare|weten|uitleggen|узнать)(?!\p{L})|多少|什么时候|为什么|сколько|πόσο|كم/u

// Words for calling off or changing. A message with one fits only actions whose text has one too, and vice versa.
const UNDOING =
  /(?<!\p{L})(?:cancel\p{L}*|call off|chang(?:e|ing)|mov(?:e|ing)|postpone|resched\p{L}+|unsubscribe|delete|remove|refund|stop|money back|complain\p{L}*|again|lost|absag\p{L}*|stornier\p{L}*|verschieb\p{L}*|verleg\p{L}*|änder\p{L}*|abbestell\p{L}*|abmeld\p{L}*|kündig\p{L}*|lösch\p{L}*|annul\p{L}*|supprim\p{L}*|résili\p{L}*|désabonn\p{L}*|déplac\p{L}*|modifi\p{L}*|cambi\p{L}*|borrar|eliminar|disdi\p{L}*|spostare|disiscriv\p{L}*|desmarcar|remarcar|wijzig\p{L}*|opzeg\p{L}*|afzeg\p{L}*|verplaats\p{L}*|uitschrijv\p{L}*|отмен\p{L}*|перенес\p{L}*|отпис\p{L}*|iptal\p{L}*)(?!\p{L})|取消|退订/u

const READ = 1_000 // characters of a message; hardly anybody begins to ask for something later
const SENTENCE = /[^.!?\n？！。]+/g

/** Whether a message asks for something to be done ("I'd like to book a demo") rather than for information. */
export function asksForAction(message: string): boolean {
  return (plain(message.slice(0, READ)).match(SENTENCE) ?? [])
    .map((sentence) => sentence.replace(/^[\s¡¿"'(,-]+/, ''))
    .some((sentence) => REQUEST.test(sentence) && !TO_KNOW.test(sentence) && !ABOUT_KNOWING.test(sentence))
}

export function isAboutUndoing(text: string): boolean {
  return UNDOING.test(plain(text.slice(0, READ)))
}

const plain = (text: string) => text.toLowerCase().replace(/[’`]/g, "'")
