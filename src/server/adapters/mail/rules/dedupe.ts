import { createHmac } from 'node:crypto'
import type { MailFacts } from '../read/mail-facts.ts'

/** Characters that tell one text from another; those of the same id that begin alike differ in length. */
const MOST = 1_000_000

/**
 * A key by which a mailbox knows a mail that it has had, in hex: an HMAC, so that it may outlive the mail's erasure. Of
 * mails with an id, what they say counts too, as some programs use an id again; traces of their way never do.
 */
export function dedupeKey(mail: MailFacts, mailbox: string, key: Uint8Array): string {
  const files = mail.attachments.map(({ name, hash }) => [name, hash])
  const said = mail.text ?? mail.html
  const content = [said?.slice(0, MOST), said?.length, files]
  // Without an id, two mails may well say the same: "Yes."
  const id = mail.messageId ?? [mail.from?.address, mail.subject, mail.date]
  return createHmac('sha256', key)
    .update(JSON.stringify([mailbox, id, content]))
    .digest('hex')
}
