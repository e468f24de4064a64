import {
  type MailKind as Kind,
  type NotAnsweredReason as Reason,
  notAnsweredReasons as reasons,
} from '#contract/mail-enums.ts'
import { type Address, headerOf, isAnswer, type MailFacts } from '../read/mail-facts.ts'
import { isBounce, isDaemon } from './bounces.ts'

/**
 * How subjects begin that a machine writes for somebody who is away, by language.
 */
const PLAIN: Record<string, string[]> = {
  en: [
    "((i am|i['’]m) (currently )?)?out of (the )?office",
    'out-of-office',
    'auto(matic|mated)?[ -]?(reply|response|answer)',
    'away from (the |my )?office',
  ],
  de: [
    'automatische (antwort|rückmeldung|e-?mail-antwort)',
    'abwesenheits',
    'ich bin (nicht im (büro|haus)|abwesend|im urlaub)',
    'nicht im (büro|hause?)',
  ],
  fr: [
    'absence du bureau',
    'absent(e|\\(e\\))? du bureau',
    'réponse automatique',
    "(message|notification|avis) d['’]absence",
  ],
  es: ['respuesta automática', 'fuera de (la )?oficina', 'ausente de la oficina'],
  it: ['risposta automatica', "fuori (sede|(dall['’])?ufficio)"],
  pt: ['resposta automática', 'fora do escritório', 'ausen(te|cia) do escritório', 'ausência do escritório'],
  nl: ['automatisch antwoord', 'automatische reactie', 'niet op kantoor', 'buiten kantoor', 'afwezigheid'],
  sv: ['autosvar', 'automatiskt svar', 'frånvaromeddelande', '(ej|inte) på kontoret'],
  da: ['autosvar', 'automatisk svar', 'fraværsbesked', 'ikke på kontoret'],
  nb: ['automatisk svar', 'fraværsmelding', 'ikke på kontoret', 'utenfor kontoret'],
  fi: ['automaattinen vastaus', 'poissa toimistosta', 'poissaoloilmoitus'],
  pl: ['automatyczna odpowiedź', 'odpowiedź automatyczna', 'poza biurem', 'autoodpowiedź', 'nieobecność w biurze'],
  cs: ['automatická odpověď', 'mimo kancelář', 'nepřítomnost v kanceláři'],
  sk: ['automatická odpoveď', 'mimo kancelárie'],
  hu: ['automatikus válasz', 'házon kívül', 'nem vagyok az irodában'],
  ro: ['răspuns automat', 'în afara biroului'],
  tr: ['otomatik (yanıt|cevap)', 'ofis dışı', 'iş yerinde değil'],
  ru: ['автоматический ответ', 'автоответ', 'вне офиса', 'нет на (месте|работе)', 'нет в офисе'],
  uk: ['автоматична відповідь', 'автовідповідь', 'поза офісом'],
  el: ['αυτόματη απάντηση', 'εκτός γραφείου'],
  ja: ['自動応答', '自動返信', '不在通知', '不在連絡'],
  zh: ['自动(答复|回复|回覆)', '自動(回覆|回復|答覆)', '不在办公室', '不在辦公室'],
  ko: ['자동 ?(회신|응답|답장)', '부재 ?중'],
  ar: ['رد تلقائي', 'الرد التلقائي', 'خارج المكتب'],
  hi: ['स्वचालित (उत्तर|जवाब)'],
  bg: ['автоматичен отговор'],
  hr: ['automatski odgovor', 'izvan ureda'],
  sl: ['samodejni odgovor'],
  ca: ['resposta automàtica'],
  et: ['automaatvastus'],
  lv: ['automātiska atbilde'],
  lt: ['automatinis atsakymas'],
  vi: ['trả lời tự động'],
  id: ['balasan otomatis'],
  th: ['ตอบกลับอัตโนมัติ', 'การตอบกลับอัตโนมัติ'],
  fa: ['پاسخ خودکار'],
  he: ['מענה אוטומטי', 'תשובה אוטומטית', 'מחוץ למשרד'],
}
/** Words of being absent, which begin a machine's subject before a colon, before the subject that it answers, or alone. */
const ABSENT = [
  ...['away', 'abwesen(d|heit)', 'außer haus', 'absen(t|te|ce)', 'ausente', 'ausencia', 'assente', 'assenza'],
  ...['ausência( temporária)?', 'afwezig', 'niet aanwezig', 'frånvaro', 'frånvarande', 'fravær(ende)?', 'poissa'],
  ...['ikke til stede', 'poissaolo(viesti)?', 'nieobecn(y|a|ość|osc)', 'nepřítom(nost|en|na)', 'neprítomn(osť|ý|á)'],
  ...['távollét', 'absent(ă|a)?( de la birou)?', 'отсутствую', 'отсутствие( на рабочем месте)?', 'απουσία'],
  ...['відсутн(я|ій|ість)', '不在', '外出', '外出中', '부재', '외근'],
]
/** Words that people use of other things too, so that they count only in an answer, and not behind `Re:`. */
const IN_AN_ANSWER = [
  ...['auto', 'ooo', 'vacation( (reply|message|notice|response))?', 'holidays?', '(abwesend|bin|ich bin)? ?im urlaub'],
  ...["((i am|i['’]m) )?on ((annual|maternity|parental|sick) )?(leave|vacation|holidays?)", 'urlaub', 'elternzeit'],
  ...[
    '(annual|maternity|parental|sick) leave',
    'betriebsferien',
    '(en )?congés?',
    '(en )?vacances',
    'in ferie',
    'ferie',
  ],
  ...['(de )?vacaciones', '((de|em) )?férias', '((met|op) )?(vakantie|verlof)', '(på )?(semester|ferie)', 'loma(lla)?'],
  ...['(na )?urlopie', 'urlop', '(na )?dovolen(é|á|ej|ka|ke)', 'szabadság(on)?', '(în )?concediu', 'izin(deyim|li)?'],
  ...['(σε )?άδεια', '(в )?отпуске?', '(у )?відпуст(ка|ці)', '休暇', '休暇中', '休假', '休假中', '휴가', '휴가 ?중'],
]
const ANSWERS = '(?:re|aw|sv|vs|antw|odp|回复|回覆)\\s*[:：]'
const START = '^[\\s\\[(*]*'
/** Behind the words of the last two lists: a colon, the end, or the subject that is answered. */
const END = `[\\])*!.]*\\s*(?:[:：]|$|(?<=\\s)${ANSWERS})`

const PLAIN_SUBJECT = new RegExp(
  `${START}(?:${ANSWERS}\\s*)?(?:${Object.values(PLAIN).flat().join('|')})[^?？]*?(?:[:：]|$)`,
  'iu',
)
const ABSENT_SUBJECT = new RegExp(`${START}(?:${ANSWERS}\\s*)?(?:${ABSENT.join('|')})${END}`, 'iu')
const ANSWER_SUBJECT = new RegExp(`${START}(?:${IN_AN_ANSWER.join('|')})${END}`, 'iu')

/**
 * Whether a machine wrote a subject for somebody who is away.
 * @param isAnswer whether its mail names another that it answers
 */
export const isOutOfOffice = (subject: string, isAnswer: boolean): boolean =>
  PLAIN_SUBJECT.test(subject) || ABSENT_SUBJECT.test(subject) || (isAnswer && ANSWER_SUBJECT.test(subject))

/** Reasons that show that a machine wrote the mail; `precedence` and `list` tell a list from a machine. */
const OF_MACHINES: readonly Reason[] = reasons.slice(0, reasons.indexOf('auto_subject') + 1)

/** Most mails of each sort within its time, beyond which the AI is silent. */
export const brakes = {
  aiInConversation: 5,
  aiToAddressADay: 10,
  fromAddressAnHour: 30,
  aiOfMailboxAnHour: 100,
} as const

/** What is known of a mail beside itself. */
export interface Surroundings {
  /** The mailbox's address and aliases, as `normalAddress` writes them. */
  mailbox: readonly string[]
  /** All addresses of the organization's mailboxes, and the sender of the server's own mail. */
  own: readonly string[]
  /** Whether this server sent the mail itself, by its signed id or its mark. */
  isOurs: boolean
  /** The recipient and sender that the mail server named; null where it names none, an empty sender for a report. */
  envelope: { recipient: string | null; sender: string | null }
  /** Whether the same mail came in another mailbox before, which answers it. */
  isSecond: boolean
  /** Whether it answers in a conversation of somebody else. */
  isOtherSender: boolean
  /** Whether its sender is a member of the organization. */
  isMember: boolean
  dmarc: 'pass' | 'fail' | 'none' | 'unknown'
  /** Whether the AI has mailed so much from the mailbox that it is silent there for an hour. */
  isSilenced: boolean
  /** Whether it lay in the mailbox before that was connected. */
  isOld: boolean
  counts: Counts
}

/** Counted without the mail itself. */
interface Counts {
  /** Mails with the same words from the same address within a day. */
  sameWords: number
  /** Mails of the AI in the conversation since a person of the company wrote. */
  aiInConversation: number
  /** Mails of the AI to the address within a day, from all mailboxes. */
  aiToAddress: number
  /** Mails from the address within an hour. */
  fromAddress: number
  /** Mails of the AI from the mailbox within an hour. */
  aiOfMailbox: number
}

const NO_REPLY =
  /^(no[-_.]?repl(y|ies)|no[-_.]?respon(se|der|da)|(do|please)?[-_.]?not[-_.]?repl(y|ies)|dont[-_.]?repl(y|ies)|noanswer|no[-_.]?contest(ar|e)|ne[-_.]?pas[-_.]?repondre|nepasrepondre|nao[-_.]?respond(a|er)|nicht[-_.]?antworten|keine[-_.]?antwort|non[-_.]?rispondere|niet[-_.]?beantwoorden|svara[-_.]?inte|ikke[-_.]?svar|nie[-_.]?odpowiadaj|nobody|devnull|bounces?)([-_.+].*)?$|[-_.](no-?reply|donotreply)$/
const SUPPRESSED = /\b(all|oof|autoreply)\b/i
const AUTO_HEADERS = ['x-autoreply', 'x-autorespond', 'x-autogenerated']
const LIST_HEADERS = ['list-id', 'list-unsubscribe', 'mailing-list']
const PRECEDENCE = /^(bulk|junk|list|auto[-_]reply)$/i

type Test = (mail: MailFacts, around: Surroundings) => boolean

const tests: Record<Reason, Test> = {
  own_address: ({ from }, { own }) => from !== null && own.includes(from.address),
  loop: (_mail, { isOurs }) => isOurs,
  null_sender: (mail, { envelope }) =>
    envelope.sender === '' || headerOf(mail, 'return-path').some((value) => /^<\s*>$/.test(value)),
  report: (mail) => isBounce(mail) || isDaemon(mail),
  auto_submitted: (mail) =>
    headerOf(mail, 'auto-submitted').some(
      (value) => !/^no\b/i.test(value.replace(/^\([^)]*\)\s*/, '')) && value !== '',
    ),
  auto_suppressed: (mail) =>
    headerOf(mail, 'x-auto-response-suppress').some((value) => SUPPRESSED.test(value)) || hasAny(mail, AUTO_HEADERS),
  precedence: (mail) => precedenceOf(mail) !== undefined,
  list: (mail) => hasAny(mail, LIST_HEADERS),
  no_reply_sender: ({ from }) => NO_REPLY.test(localPart(from)),
  auto_subject: (mail) => isOutOfOffice(mail.subject, isAnswer(mail)),
  calendar: ({ isCalendar }) => isCalendar,
  encrypted: ({ isEncrypted }) => isEncrypted,
  not_addressed: (mail, { mailbox, envelope }) =>
    !recipientsOf(mail, envelope.recipient).some((address) => mailbox.includes(address)),
  second_mailbox: (_mail, { isSecond }) => isSecond,
  other_sender: (_mail, { isOtherSender }) => isOtherSender,
  member: (_mail, { isMember }) => isMember,
  dmarc_fail: (_mail, { dmarc }) => dmarc === 'fail',
  old: (_mail, { isOld }) => isOld,
  repeated: (_mail, { counts }) => counts.sameWords > 0,
  too_many_in_conversation: (_mail, { counts }) => counts.aiInConversation >= brakes.aiInConversation,
  too_many_to_address: (_mail, { counts }) => counts.aiToAddress >= brakes.aiToAddressADay,
  flood: (_mail, { counts }) => counts.fromAddress >= brakes.fromAddressAnHour,
  mailbox_breaker: (_mail, { isSilenced, counts }) => isSilenced || counts.aiOfMailbox >= brakes.aiOfMailboxAnHour,
}

/** Why the AI must not answer a mail: the first reason that holds; null if it may. */
export const notAnswered = (mail: MailFacts, around: Surroundings): Reason | null =>
  reasons.find((reason) => tests[reason](mail, around)) ?? null

/** What sort of sender a mail has. */
export function kindOf(mail: MailFacts, around: Surroundings): Kind {
  if (isBounce(mail)) return 'bounce'
  if (around.isOurs) return 'loop'
  const reason = OF_MACHINES.find((each) => tests[each](mail, around))
  if (reason === undefined) return 'person'
  const isList = reason === 'list' || (reason === 'precedence' && !/^auto/i.test(precedenceOf(mail)!))
  return isList ? 'list' : 'auto'
}

/** Whether a machine wrote mails of a kind, so that nobody has to answer them. */
export const isOfMachine = (kind: Kind): boolean => kind === 'auto' || kind === 'list'

/** An address without what stands behind a `+`. */
export const withoutPlus = (address: string): string => address.replace(/^([^@+]*)\+[^@]*@/, '$1@')

/** All addresses that a mail was sent to, without what stands behind a `+`. */
export function recipientsOf(mail: MailFacts, recipient: string | null): string[] {
  const headers = [...headerOf(mail, 'delivered-to'), ...headerOf(mail, 'x-original-to'), recipient ?? '']
  const named = headers.map((value) =>
    value
      .replace(/^.*<|>.*$/g, '')
      .trim()
      .toLowerCase(),
  )
  const addresses = [...mail.to.map(({ address }) => address), ...mail.cc.map(({ address }) => address), ...named]
  return [...new Set(addresses.flatMap((address) => [address, withoutPlus(address)]))].filter(Boolean)
}

const localPart = (from: Address | null) => from?.address.replace(/@[^@]*$/, '') ?? ''
const hasAny = (mail: MailFacts, names: string[]) => names.some((name) => headerOf(mail, name).length > 0)
const precedenceOf = (mail: MailFacts) => headerOf(mail, 'precedence').find((value) => PRECEDENCE.test(value))
