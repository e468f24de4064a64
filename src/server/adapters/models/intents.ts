/** What a message wants, if it is not a question about the agent's sources. */
type Intent = 'person' | 'contact' | 'greeting' | 'thanks' | 'goodbye' | 'robot' | null

const PERSON_EN =
  '(?:human(?: being)?|person|people|agent|rep|representative|operator|someone|somebody|staff(?: member)?|employee|advis[eo]r|manager|supervisor|colleague|team(?: member)?|support(?: (?:team|staff|agent|person))?|customer (?:service|support|care))s?'
const ADJECTIVES_EN =
  '(?:(?:a|an|the|some|any|your|one of your|actual|real|live|human|customer|service|support|sales|technical|another) )*'
// What may follow the word for a person; otherwise "connect to the support server" would count as asking for one.
const END_EN =
  '(?= ?(?:$|[.,;!?)]|please\\b|about\\b|now\\b|who\\b|instead\\b|directly\\b|here\\b|today\\b|right\\b|from\\b|at\\b|on\\b|in\\b|regarding\\b|because\\b|immediately\\b|rather\\b|thanks\\b|to (?:help|talk|speak|chat)\\b))'

const PERSON: readonly RegExp[] = [
  new RegExp(
    `\\b(?:talk|speak|chat|connect(?:ed)?|transfer(?:red)?|put|pass|switch|escalate|hand(?:ed)?|forward(?:ed)?)\\b(?: (?:me|us|this|it|through|over|on|back|again|directly)){0,3} (?:to|with) ${ADJECTIVES_EN}${PERSON_EN}${END_EN}`,
  ),
  new RegExp(
    `\\b(?:i(?:'d| would)? (?:want|need|like|prefer)|get me|give me|find me|let me (?:have|get)|(?:can|could|may) i (?:get|have)|is there) (?:to have )?${ADJECTIVES_EN}(?:human(?: being)?|real person|live person|person|live agent|human agent|representative|operator)(?! (?:in charge|responsible))${END_EN}`,
  ),
  new RegExp(
    `^(?:please )?${ADJECTIVES_EN}(?:human(?: being)?|real person|agent|operator|representative|customer (?:service|support))(?: please)?[ .!?]*$`,
  ),
  /\b(?:mit|zu) (?:(?:einem|einer|nem|ner|eurem|ihrem|dem|der) )?(?:(?:echten|richtigen|menschlichen|realen) )*(?:mensch(?:en)?|person|mitarbeiter(?:in)?|kundenberater(?:in)?|berater(?:in)?|kundendienst|kundenservice|support|jemand(?:em|en)?)\b.{0,30}\b(?:sprechen|reden|chatten|verbinden|verbunden|schreiben|telefonieren)/,
  /\b(?:sprechen|reden|chatten|verbinde[nt]?)\b.{0,12} mit (?:einem|einer|jemandem) ?(?:echten |richtigen |menschlichen )?(?:mensch(?:en)?|person|mitarbeiter(?:in)?|berater(?:in)?)?\b/,
  /\b(?:parler|discuter|échanger|communiquer)\b.{0,8} (?:à|avec|a) (?:(?:un|une|le|la|votre|vrai|vraie|véritable) )*(?:humain|personne|conseill(?:er|ère)|agent|opérateur|quelqu['’]un|service client|employé)/,
  /\b(?:hablar|chatear|comunicar(?:me|se)?|contactar|ponerme|p[áa]s[ae]me)\b.{0,8} con (?:(?:un|una|el|la|alg[úu]n|alguna) )?(?:humano|persona|agente|alguien|representante|operador|asesor|ser humano)/,
  /\b(?:falar|conversar|transfer(?:ir|e)(?:-me)?)\b.{0,8} (?:com|para) (?:(?:um|uma|o|a|algum|alguma) )?(?:humano|pessoa|atendente|agente|alguém|representante|operador)/,
  /\b(?:parlare|chattare|comunicare)\b.{0,8} con (?:(?:un['’ ]?|una|il|la|qualche) ?)?(?:operatore|persona|umano|qualcuno|agente|addetto)/,
  /\bmet (?:(?:een|echte?|iemand|van) )*(?:mens|medewerker|persoon|iemand|klantenservice)\b.{0,15}\b(?:spreken|praten|chatten)|\b(?:spreken|praten|chatten) met (?:(?:een|echte?) )*(?:mens|medewerker|persoon|iemand)/,
  /人工|转人工|轉人工|真人客服|(?:担当者|オペレーター|人間|スタッフ)(?:と|に|へ).{0,6}(?:話|繋|つな|代わ|替わ)|상담원|사람과/,
]

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

/**
 * Recognises the intent of a visitor's message in seven languages; asking for a person and greetings also in Chinese,
 * Japanese and Korean, and thanks in Chinese and Japanese. Null if it has none of these intents.
 */
export function intentOf(message: string): Intent {
  const text = message
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/^[ ¡¿]+/, '')
    .trim()
  if (ROBOT.test(text)) return 'robot'
  if (PERSON.some((pattern) => pattern.test(text))) return 'person'
  if (CONTACT.some((pattern) => pattern.test(text))) return 'contact'
  if (GREETING.test(text) || OPENING.test(text)) return 'greeting'
  if (THANKS.test(text) || ACCEPTING.test(text)) return 'thanks'
  if (GOODBYE.test(text) || CLOSING.test(text)) return 'goodbye'
  return null
}
