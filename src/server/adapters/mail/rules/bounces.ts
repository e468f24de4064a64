import { normalAddress } from '../read/addresses.ts'
import { headerOf, type MailFacts, type ReportedRecipient } from '../read/mail-facts.ts'

/** The names of mail servers' own addresses. */
const DAEMON = /^(mailer[-_.]?daemon|postmaster|mail[-_.]?daemon|maildaemon)(\+.*)?@/
/** How qmail's report begins, and its line for a recipient with what went wrong below it. */
const QMAIL = /^Hi\. This is the (?:qmail-send program|MAILER-DAEMON|[\w.-]+ program)\b/i
/** What qmail writes above the mail that it returns, and Yahoo too, which begins in words of its own. */
const QMAIL_COPY = /^--- Below this line is a copy of the message\.$/m
const QMAIL_RECIPIENT = /^<([^<>@\s]+@[^<>@\s]+)>:\n((?:.+\n?)*)/gm
/** How Exim's report says which addresses it could not deliver to. */
const EXIM = /^This message was created automatically by mail delivery software\b/i
const EXIM_DELAYED = /\bhas not yet been delivered\b|\bWarning: message\b.{0,200}\bdelayed\b/is
const EXIM_RECIPIENT = /^ {2}([^@\s]+@[^@\s]+?):?\n((?: {4}.+\n?)*)/gm
const STATUS = /\b([245]\.\d{1,3}\.\d{1,3})\b/
const ANY_ADDRESS = /[^\s<>"'(),:;@]{1,64}@[^\s<>"'(),:;@]{1,255}/
/** Most characters of a report that are looked through, and most recipients in it. */
const MOST = 100_000
const MOST_RECIPIENTS = 100

/** Whether a mail reports about another's delivery: a report by its type, or one of qmail's or Exim's in plain text. */
export function isBounce(mail: MailFacts): boolean {
  if (mail.report || /^multipart\/report\b/i.test(headerOf(mail, 'content-type')[0] ?? '')) return true
  const text = textOf(mail)
  return isOfQmail(mail, text) || EXIM.test(text) || headerOf(mail, 'x-failed-recipients').length > 0
}

/** What a report says of the recipients of the mail that it is about; none if it names none. */
export function recipientsOfBounce(mail: MailFacts): ReportedRecipient[] {
  const text = textOf(mail)
  const found = mail.report?.status
    ? ofStatus(mail.report.status)
    : isOfQmail(mail, text)
      ? ofText(text, QMAIL_RECIPIENT, 'failed')
      : EXIM.test(text)
        ? ofText(text, EXIM_RECIPIENT, EXIM_DELAYED.test(`${mail.subject}\n${text}`) ? 'delayed' : 'failed')
        : []
  if (found.length > 0) return found.slice(0, MOST_RECIPIENTS)
  const failed = headerOf(mail, 'x-failed-recipients').flatMap((value) => value.split(','))
  return failed
    .filter((value) => value.includes('@'))
    .slice(0, MOST_RECIPIENTS)
    .map((value) => failedFor(value, text))
}

/** Whether a mail server sent a mail in its own name. */
export const isDaemon = ({ from }: MailFacts): boolean => from !== null && DAEMON.test(from.address)

const isOfQmail = (mail: MailFacts, text: string) => QMAIL.test(text) || (isDaemon(mail) && QMAIL_COPY.test(text))

const textOf = ({ text }: MailFacts) => (text ?? '').slice(0, MOST).replace(/\r/g, '').trimStart()

const failedFor = (address: string, text: string): ReportedRecipient => ({
  address: normalAddress(address.trim()),
  action: 'failed',
  status: STATUS.exec(text)?.[1] ?? null,
  diagnostic: null,
})

/** The recipients of a `message/delivery-status`: groups of headers, the first of which is about the server. */
function ofStatus(status: string): ReportedRecipient[] {
  const groups = status
    .slice(0, MOST)
    .replace(/\r/g, '')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
  return groups.flatMap((group) => {
    const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(group)?.[1]?.trim()
    // The original one is who was written to; the final one where that led.
    const named = field('Original-Recipient') ?? field('Final-Recipient')
    const address = ANY_ADDRESS.exec(named?.replace(/^[^;]*;/, '') ?? '')?.[0]
    if (!address) return []
    const said = field('Action')?.toLowerCase().split(/[\s(]/)[0] ?? 'failed'
    const action = said === 'failed' || said === 'delayed' ? said : 'delivered'
    const diagnostic = field('Diagnostic-Code')?.replace(/^\s*[\w-]+;\s*/, '') || null
    const code = STATUS.exec(field('Status') ?? '')?.[1] ?? STATUS.exec(diagnostic ?? '')?.[1] ?? null
    return [{ address: normalAddress(address), action, status: code, diagnostic }]
  })
}

function ofText(text: string, pattern: RegExp, action: 'failed' | 'delayed'): ReportedRecipient[] {
  // What follows is the mail itself, in which others may be named.
  const report = text.split(/^--- (?:Below this line|The header|.*copy of the message)|^------ This is a copy/im)[0]!
  return [...report.matchAll(pattern)].map(([, address, words]) => {
    const diagnostic = words!.replace(/\s+/g, ' ').trim() || null
    return { address: normalAddress(address!), action, status: STATUS.exec(diagnostic ?? '')?.[1] ?? null, diagnostic }
  })
}
