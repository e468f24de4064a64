import { sentencesOf } from '../../knowledge/sentences.ts'
import { PHRASES } from './phrases.ts'
import { wantsPerson } from './wishes.ts'

/** What a message wants, if it is not a question about the agent's sources. */
type Intent = 'person' | 'contact' | 'greeting' | 'thanks' | 'goodbye' | 'robot' | null

const PERSON_KOREAN = /상담원|사람과/

const CONTACT: readonly RegExp[] = [
  /\b(?:call|phone|ring|contact|e-?mail|write|text|message|reach out to|get back to|get in touch with) me\b/,
  /\b(?:call|ring|phone) ?-?back\b/,
  /\bleave (?:you |a )?(?:my |our |the )?(?:contact|details|message|(?:phone )?number|e-?mail|name|data)/,
  /\b(?:rufen sie mich|ruft mich|rückruf|kontaktieren sie mich|melden sie sich bei mir)\b/,
  /\b(?:rappelez-moi|contactez-moi|me rappeler|me contacter)\b/,
  /\b(?:ll[áa]m[ae]me|cont[áa]ct[ae]me|me (?:llamen|llame|contacten)|liga[r]?-me|me lig[au]e|richiamat[ei]mi|contattat[ei]mi|bel me terug|neem contact met mij)\b/,
]

const GREETING =
  /^(?:hi|hii+|hello|hey|hiya|howdy|yo|good (?:morning|afternoon|evening|day)|greetings|hallo|guten (?:tag|morgen|abend)|moin|servus|grüezi|salut|bonjour|bonsoir|coucou|hola|buen[oa]s(?: d[ií]as| tardes| noches)?|ol[áa]|oi|bom dia|boa (?:tarde|noite)|ciao|buongiorno|buonasera|salve|goede(?:morgen|middag|navond)|dag|hoi|你好|こんにちは|안녕하세요)(?: (?:there|again|all|everyone|bot|team|zusammen|à tous|a todos))?(?:[,!. ]+(?:how are you(?: doing)?(?: today)?|how's it going|wie geht(?: es|'s) (?:dir|ihnen)|ça va|qué tal|tudo bem|come va))?[ !.?)🙂😊👋]*$/u
const THANKS =
  /^(?:(?:ok(?:ay)?|great|perfect|super|cool|alright|got it)[,!. ]+)?(?:(?:many |a thousand )?thanks?(?: you)?(?: (?:so|very) much| a lot| a bunch)?|thx|ty|cheers|much appreciated|danke(?: (?:schön|sehr|dir|ihnen))?|vielen dank|besten dank|merci(?: (?:beaucoup|bien))?|(?:muchas )?gracias|(?:muito )?obrigad[oa]|grazie(?: mille)?|(?:hartelijk |heel erg )?(?:bedankt|dank je(?: wel)?|dank u(?: wel)?)|谢谢|ありがとう(?:ございます)?)(?:[,!. ]+(?:that (?:helps|helped|was helpful)|for (?:your|the) help|bye|goodbye|great|perfect))?[ !.)🙂😊👍🙏]*$/u
const GOODBYE =
  /^(?:bye(?: bye)?|goodbye|see you(?: later| soon)?|cya|have a (?:nice|good|great) (?:day|evening|weekend|one)|tschüss?|auf wiedersehen|ciao ciao|au revoir|adi[óo]s|hasta luego|tchau|até logo|arrivederci|tot ziens|doei)[ !.)🙂😊👋]*$/u
// Matches openings and answers to the agent's "What can I help you with?", such as "I have a question" or "yes please".
const OPENING =
  /^(?:(?:hi|hello|hey)(?: there)?[,!. ]+)?(?:(?:can|could|would) (?:you|someone|anyone) (?:please )?help(?: me| us)?(?: out)?(?: please| with something)?|i (?:have|'ve got|got) (?:a|some|another|one more) (?:quick )?questions?|i(?:'d| would)? (?:need|like) (?:some )?help|help(?: me)?(?: please)?|yes(?: please| i do)?|ja|oui|s[ií]|sim)[ ?!.]*$/
const ACCEPTING =
  /^(?:ok(?:ay)?|great|perfect|super|cool|nice|awesome|alright|all right|got it|i see|understood|good|fine|👍|🙏|verstanden|d'accord|vale|certo|prima)[ !.]*$/u
const CLOSING =
  /^(?:no|nope|no,? (?:thanks?|thank you|that's (?:it|all)|nothing else)|that's (?:it|all)|nothing else|nein(?: danke)?|non(?: merci)?|no gracias|não(?: obrigad[oa])?|nee(?: bedankt)?)(?: (?:for now|thanks?|thank you))?[ !.]*$/
const ROBOT =
  /^(?:so )?(?:are you|is this|am i (?:talking|speaking|chatting) (?:to|with)|bist du|sind sie|êtes-vous|eres|você é|sei|ben je) (?:an? |the |ein |eine |une? |una |um |uma |un |een )?(?:real |actual |live |echter |vrai |vraie )?(?:ai|chat ?bot|bot|robot|machine|computer|human|person|mensch|roboter|humain|humano|umano|mens)\b(?: or an? .{1,20})?[ ?!.]*$/
const ROBOT_ELSEWHERE = [
  /^(?:czy )?(?:jesteś|rozmawiam z) (?:(?:żyw|prawdziw)\p{L}+ )?(?:bot|robot|człowiek|maszyn)\p{L}*[ ?!.]*$/u,
  /^(?:sen (?:bir )?)?(?:gerçek )?(?:bot|robot|insan|yapay zeka) ?(?:m[ıiuü]s[ıiuü]n(?:[ıiuü]z)?)[ ?!.]*$/u,
  /^(?:а |це |это |чи )*(?:ты|вы|ти|ви) (?:(?:жив|настоящ|справжн)\p{L}+ )?(?:бот|робот|человек|людина|машина)[ ?!.]*$/u,
  /^я (?:разговариваю|говорю|общаюсь|розмовляю|говорю|спілкуюся) (?:с|з|із|зі) (?:жив\p{L}+ )?(?:бот|робот|человек|людин|машин)\p{L}*[ ?!.]*$/u,
  /^(?:هل )?(?:أنت|انت) (?:روبوت|بوت|إنسان|انسان|بشر|آلة|شخص حقيقي)[ ؟?!.]*$/u,
  /^(?:האם )?(?:אתה|את) (?:בוט|רובוט|בן אדם|אדם|אנושי|נציג אנושי)[ ?!.]*$/u,
  /^(?:あなたは|これは)?(?:ボット|ロボット|人間|ai)ですか[ ？?。]*$/u,
  /^[你您]是(?:真人|机器人|機器人|人工|人|ai)[吗嗎]?[ ？?。]*$/u,
]

/** The question by which the AI offers a person, which is also what a visitor wants who says yes to it. */
const OFFERED_PERSON = new Set(
  Object.values(PHRASES).map(({ unknownOffer }) => sentencesOf(unknownOffer).at(-1)!.trim()),
)

const KEPT = 200 // messages; a reply asks for the intent of each message of its conversation up to six times
const kept = new Map<string, Intent>()

/**
 * Recognises a message's intent in seven languages; asking for a person in all of the chat's languages and in Korean,
 * greetings and thanks also in Chinese and Japanese. Null if it has none.
 */
export function intentOf(message: string): Intent {
  const known = kept.get(message)
  if (known !== undefined) return known
  if (kept.size >= KEPT) kept.clear()
  const intent = readIntent(message)
  kept.set(message, intent)
  return intent
}

function readIntent(message: string): Intent {
  const text = message
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/^[ ¡¿]+/, '')
    .trim()
  if (ROBOT.test(text) || ROBOT_ELSEWHERE.some((pattern) => pattern.test(text))) return 'robot'
  if (GREETING.test(text) || OPENING.test(text)) return 'greeting'
  if (OFFERED_PERSON.has(message.trim()) || wantsPerson(message) || PERSON_KOREAN.test(text)) return 'person'
  if (CONTACT.some((pattern) => pattern.test(text))) return 'contact'
  if (THANKS.test(text) || ACCEPTING.test(text)) return 'thanks'
  if (GOODBYE.test(text) || CLOSING.test(text)) return 'goodbye'
  return null
}
