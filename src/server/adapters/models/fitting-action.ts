import { termsOf } from '../../knowledge/terms.ts'
import type { AgentAction } from './tools.ts'

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
const asksForAction = (message: string): boolean =>
  (plain(message.slice(0, READ)).match(SENTENCE) ?? [])
    .map((sentence) => sentence.replace(/^[\s¡¿"'(,-]+/, ''))
    .some((sentence) => REQUEST.test(sentence) && !TO_KNOW.test(sentence) && !ABOUT_KNOWING.test(sentence))

const isAboutUndoing = (text: string): boolean => UNDOING.test(plain(text.slice(0, READ)))

const plain = (text: string) => text.toLowerCase().replace(/[’`]/g, "'")

/** An action that a message asks for. Unless `isSure`, an answer from the sources takes precedence over its form. */
type Fit = { action: AgentAction; isSure: boolean }

// Chosen on e2e/real-input/actions/phrases.ts: lowest score that offers hardly any needless form.
const FITS_FROM = 0.38
const SURE_FROM = 0.6
const WORDS_WEIGHT = 0.4 // added to the similarity if all words of a message are in this action and no other
const STRANGE_WEIGHT = 0.5 // weight of a word that is in no action; a word that is in one action only has 1
const NAMED = 0.2 // added to the weight of a word that is in the action's name
const FEWEST = 2 // weight that all words of a message count for at least, so that a single shared one doesn't decide
const BEGINNING = 5 // letters by which a word is recognised in another form or in a compound
const SHORTEST = 4 // letters of a word that is looked for in others
const COMPARED = 500 // characters of a message
// Matches a part of a description that says what an action is not for ("not for refunds").
const EXCLUDED =
  /(?<!\p{L})(?:not|never|except|unless|don['’]t|doesn['’]t|nicht|kein\p{L}*|außer|sauf|excepto|tranne|niet)(?!\p{L})[^.;!?\n]*/giu

/** The text by which an action is compared with what visitors write: its name, and what it is for. */
export const textOf = ({ name, description }: Pick<AgentAction, 'name' | 'description'>): string =>
  `${name}. ${description.replace(EXCLUDED, '')}`

/** The part of a message that is compared with the actions; null if the message asks for nothing to be done. */
export const requestIn = (message: string): string | null =>
  asksForAction(message) ? message.slice(0, COMPARED) : null

/** The action nearest to a message by meaning and words, if any; a word in many actions counts less. */
export function fittingAction(message: string, actions: readonly AgentAction[]): Fit | undefined {
  const request = requestIn(message)
  if (request === null) return undefined
  const scores = scoresOf(request, actions)
  const best = scores.indexOf(Math.max(...scores))
  const action = actions[best]
  if (!action || scores[best]! < FITS_FROM) return undefined
  return { action, isSure: scores[best]! >= SURE_FROM }
}

function scoresOf(request: string, actions: readonly AgentAction[]): number[] {
  const described = actions.map((action) => [...new Set(termsOf(textOf(action)))])
  const asked = [...new Set(termsOf(request))].map((term) => {
    const isIn = described.map((terms) => terms.some((other) => areRelated(term, other)))
    const count = isIn.filter(Boolean).length
    return { term, isIn, weight: count === 0 ? STRANGE_WEIGHT : 1 / count }
  })
  const total = asked.reduce((sum, { weight }) => sum + weight, 0)
  const isUndoing = isAboutUndoing(request)
  return actions.map((action, at) => {
    if (isAboutUndoing(textOf(action)) !== isUndoing) return 0
    const named = termsOf(action.name)
    let shared = 0
    for (const { term, isIn, weight } of asked) {
      if (isIn[at]) shared += weight
      if (named.some((other) => areRelated(term, other))) shared += NAMED
    }
    return (action.similarity ?? 0) + (WORDS_WEIGHT * shared) / Math.max(total, FEWEST)
  })
}

/** Whether two words are the same, or long enough and one contains the first letters of the other. */
function areRelated(one: string, other: string): boolean {
  if (one === other) return true
  if (Math.min(one.length, other.length) < SHORTEST || one.length + other.length < SHORTEST + BEGINNING) return false
  return one.includes(other.slice(0, BEGINNING)) || other.includes(one.slice(0, BEGINNING))
}
