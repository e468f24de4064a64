import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MailFacts } from '#server/adapters/mail/read/mail-facts.ts'
import { readMail } from '#server/adapters/mail/read/read-mail.ts'
import { recipientsOfBounce } from '#server/adapters/mail/rules/bounces.ts'
import { kindOf, notAnswered, type Surroundings } from '#server/adapters/mail/rules/kinds.ts'
import { isOurMail, type MacKeys, messageOfBounce, signedId } from '#server/adapters/mail/rules/signed-ids.ts'
import { threadKeys } from '#server/adapters/mail/rules/threading.ts'
import { contentOf } from '#server/adapters/mail/words/words-of-mail.ts'

/**
 * Counts how many mails of a folder are read as they should be: `npx node e2e/real-input/mails.ts FOLDER`. The folder
 * holds raw mails and `expectations.json`, a list of what must become of each. `baton-ref@reply.example` in a mail
 * stands for the id of one that this server sent, and all are sent to the mailbox `crew@ferry.example`.
 */
interface Expectation {
  file: string
  /** A person's mail is `new` or a `reply`. */
  kind: 'new' | 'reply' | 'auto' | 'list' | 'bounce' | 'loop'
  /** The words to be shown, but for white space; null: any. With `match`, each of its lines must be among them. */
  text: string | null
  match?: 'contains'
  quoted_hidden: boolean
  /** Stands in what is hidden, and not in what is shown. */
  quoted_word?: string
  attachments: string[]
  from: string
  name?: string
  subject: string
  ai_may_answer: boolean
  why?: string
  talks_with?: string
  delivery?: string
}

const MAILBOX = 'crew@ferry.example'
const REFERENCE = 'baton-ref@reply.example'
const MESSAGE = '0199c0de-1234-7abc-8def-0123456789ab'
const KEYS: MacKeys = [Buffer.alloc(32, 1)]

const bare = (text: string) => text.replace(/\s+/g, ' ').trim()

function shows({ text, match }: Expectation, content: string): boolean {
  if (text === null) return true
  if (match !== 'contains') return bare(content) === bare(text)
  return text.split('\n').every((line) => bare(content).includes(bare(line)))
}

/** What is wrong with a mail, by the name of the check; `null` where a check says nothing of it. */
function judge(mail: MailFacts, wanted: Expectation): Record<string, string | null> {
  const around: Surroundings = {
    mailbox: [MAILBOX],
    own: [MAILBOX],
    isOurs: isOurMail(mail, KEYS),
    envelope: { recipient: null, sender: null },
    isSecond: false,
    isOtherSender: false,
    isMember: false,
    dmarc: 'unknown',
    isOld: false,
    isSilenced: false,
    counts: { sameWords: 0, aiInConversation: 0, aiToAddress: 0, fromAddress: 0, aiOfMailbox: 0 },
  }
  const goesOn = threadKeys(mail, { keys: KEYS, recipient: null, trustsPlus: true }).some(({ via }) => via === 'signed')
  const found = kindOf(mail, around)
  const kind = found === 'person' ? (goesOn ? 'reply' : 'new') : found
  const why = notAnswered(mail, around)
  const { content } = contentOf(mail, goesOn ? wanted.subject : undefined)
  const names = mail.attachments.filter(({ isInline }) => !isInline).map(({ name }) => name)
  const isHidden =
    mail.words.hides === wanted.quoted_hidden &&
    (!wanted.quoted_word || (mail.words.whole.includes(wanted.quoted_word) && !content.includes(wanted.quoted_word)))
  const [recipient] = recipientsOfBounce(mail)
  const state =
    recipient && messageOfBounce(mail, KEYS)
      ? recipient.action === 'failed'
        ? 'bounced'
        : recipient.action
      : undefined
  const talksWith = wanted.kind === 'bounce' ? recipient?.address : mail.to[0]?.address
  const unless = (isRight: boolean, got: unknown) => (isRight ? null : JSON.stringify(got))
  return {
    kind: unless(kind === wanted.kind, kind),
    sender: unless(
      mail.from?.address === wanted.from && (wanted.name === undefined || mail.from.name === wanted.name),
      mail.from,
    ),
    // A bounce's own subject is of no interest; the list leaves it empty.
    subject: unless(
      mail.subject === wanted.subject || (wanted.kind === 'bounce' && wanted.subject === ''),
      mail.subject,
    ),
    attachments: unless(JSON.stringify(names) === JSON.stringify(wanted.attachments), names),
    ai_may_answer: unless((why === null) === wanted.ai_may_answer && (!wanted.why || why === wanted.why), why),
    words: unless(shows(wanted, content), content),
    hidden: unless(wanted.text === null || isHidden, mail.words.hides),
    delivery: unless((wanted.talks_with ?? talksWith) === talksWith && (wanted.delivery ?? state) === state, [
      talksWith,
      state,
    ]),
  }
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder of the mails.')
const expectations = JSON.parse(readFileSync(join(folder, 'expectations.json'), 'utf8')) as Expectation[]
const id = signedId({ kind: 'm', id: MESSAGE }, MAILBOX.replace(/.*@/, ''), KEYS)
const right = new Map<string, number>()
for (const wanted of expectations) {
  const raw = readFileSync(join(folder, wanted.file), 'latin1').replaceAll(REFERENCE, id)
  const mail = await readMail(Buffer.from(raw, 'latin1'))
  for (const [check, wrong] of Object.entries(judge(mail, wanted))) {
    right.set(check, (right.get(check) ?? 0) + (wrong === null ? 1 : 0))
    if (wrong !== null) console.log(`${wanted.file}: ${check} is ${wrong}`)
  }
}
for (const [check, count] of right) console.log(`${check.padEnd(15)} ${count} of ${expectations.length}`)
