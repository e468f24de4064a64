import { wordsOf } from './borne-out.ts'
import { FUNCTION_WORDS } from './function-words.ts'
import { intentOf } from './intents.ts'

/** Words of sentences about the conversation itself, without accents, as beginnings where they end with `*`. */
const TALK = matcher(`
  sorry apolog* afraid unfortunately glad happy pleased welcome thank* please help* assist* question* ask* anything else further let know feel free
  wonderful great sure course okay hope day nice need hello hi dear reach out back
  leider entschuldig* tut leid gern* freu* willkommen dank* bitte helf* hilfe unterstutz* frag* weiter* sonst schon* tag hallo melden
  lo siento lamentablemente disculp* perdon gusto encantad* bienvenid* gracias favor ayud* pregunt* algo mas necesit* hola
  desole* malheureusement pardon plaisir bienvenue merci aid* question* autre besoin bonjour hesite* n'hesite*
  mi dispiace purtroppo scusa* piacere benvenut* grazie prego aiut* domand* altro bisogno ciao
  desculp* infelizmente prazer bem-vind* obrigad* ajud* pergunt* mais precis* ola
  helaas spijt graag welkom bedankt alstublieft help* vragen vraag verder hallo
  przepraszam niestety chetnie witam dziekuje prosze pomo* pytan* uzgunum maalesef memnun hosgeldiniz tesekkur* lutfen yardim* soru*
  извин* сожалени* рад* пожалуйста спасибо помо* вопрос* здравствуйте вибач* жаль дякую допомо* питан*`)
/** Words of sentences that say what the writer does not know. */
const KNOWING = matcher(`
  know* information details find answer* source* passage* material* mention* provide* specif* cover* available
  weiss informationen information angaben finde* antwort* quelle* unterlagen erwahn* beantworten
  se informacion datos encuentr* respuest* respond* fuente* menciona*
  sais informations reponse* repondre trouve* source* mentionn*
  so informazion* rispost* rispond* trov* fonti menziona*
  sei informac* respost* respond* encontr* fontes menciona*
  weet informatie antwoord* vind* bron* vermeld*
  wiem informacj* odpowied* bilgi* cevap* bilmiyorum знаю информац* ответ* відповід* інформац*`)
const DENIED =
  /(?<!\p{L})(?:not|no|cannot|unable|sorry|unfortunately|nicht|kein\w*|leider|no|ne|pas|aucune?|non|não|niet|geen|helaas|nie|yok|bilmiyorum|не|нет|немає)(?!\p{L})|n['’]t(?!\p{L})/iu
const CLAUSES = /[,;:–—]|(?<!\p{L})(?:but|however|and|aber|und|pero|y|mais|et|ma|e|mas|maar|en)(?!\p{L})/iu
const QUESTION = /[?？؟;]["'”’»)*_]*\s*$/u

/** Whether a sentence puts a question to the visitor. */
export const asksBack = (sentence: string): boolean => QUESTION.test(sentence.trim()) && !sentence.trim().endsWith(';')

/**
 * Whether a sentence is small talk, or about the conversation itself, such as that the writer does not know: each of its
 * clauses holds nothing but words for that, and what the visitor has named where it says that it does not know of it.
 * @param isNamed whether the visitor has used a word
 */
export function isSmallTalk(sentence: string, isNamed: (word: string) => boolean): boolean {
  const intent = intentOf(sentence)
  if (intent === 'greeting' || intent === 'thanks' || intent === 'goodbye') return true
  const isDenied = DENIED.test(sentence)
  const clauses = sentence.split(CLAUSES).map((clause) => wordsOf(clause).filter((word) => !FUNCTION_WORDS.has(word)))
  const said = clauses.filter((words) => words.length > 0)
  return said.length > 0 && said.every((words) => isTalk(words, isDenied ? isNamed : () => false))
}

function isTalk(words: readonly string[], isNamed: (word: string) => boolean): boolean {
  const others = words.filter((word) => !TALK(word) && !KNOWING(word) && !DENIED.test(word))
  return others.length === 0 || (words.some(KNOWING) && others.every(isNamed))
}

function matcher(list: string): (word: string) => boolean {
  const words = list.trim().split(/\s+/)
  const whole = new Set(words.filter((word) => !word.endsWith('*')))
  const beginnings = words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1))
  return (word) => whole.has(word) || beginnings.some((beginning) => word.startsWith(beginning))
}
