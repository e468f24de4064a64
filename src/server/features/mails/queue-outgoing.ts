import { domainOf } from '../../adapters/mail/read/addresses.ts'
import { signedId } from '../../adapters/mail/rules/signed-ids.ts'
import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { giveToMail } from '../attachments/index.ts'
import { idKeys, senderOf } from '../mailboxes/index.ts'
import { assertMailHolds } from './assert-mail-holds.ts'
import { sendMailJob } from './jobs.ts'
import { insertMail } from './queries.ts'
import type { Recipients } from './recipients.ts'
import { insertDeliveries, selectLastSent } from './send-queries.ts'

/** Most ids of earlier mails that a mail names. */
const MOST_REFERENCES = 10

interface Outgoing {
  organizationId: string
  conversationId: string
  /** The message that it brings; the last one of several, of which `firstPosition` is the position of the first. */
  messageId: string
  firstPosition?: number
  mailbox: Row<'mailboxes'>
  recipients: Recipients
  subject: string
  isAi: boolean
  /** Whether it quotes the mail that it answers; null as the mailbox is set. */
  quote: Row<'mails'>['quote']
  /** The mail that it answers, if one came in this conversation. */
  answers: Pick<Row<'mails'>, 'reference_ids' | 'internet_id'> | undefined
}

/**
 * Stores a mail that goes out, and the job that sends it, in the transaction of what it tells of.
 * @throws AppError 422 on `attachments` if the files of its message are together too large for a mail
 */
export async function queueOutgoing(deps: Dependencies, tx: Tx, mail: Outgoing): Promise<void> {
  const { conversationId, messageId, mailbox, recipients } = mail
  const { from, replyTo } = senderOf(deps, mailbox, conversationId)
  const id = newId()
  const before = mail.answers ?? (await selectLastSent(tx, conversationId))
  const references = [...JSON.parse(before?.reference_ids ?? '[]'), before?.internet_id].filter(Boolean)
  await insertMail(tx, {
    ...{ id, organization_id: mail.organizationId, mailbox_id: mailbox.id, direction: 'out' },
    ...{ conversation_id: conversationId, message_id: messageId, kind: null, not_answered: null },
    ...(mail.firstPosition !== undefined && { first_position: mail.firstPosition }),
    internet_id: signedId({ kind: 'm', id: messageId }, domainOf(from.address), idKeys(deps)),
    ...{ server_id: null, thread_root: null, sender: from.address, subject: mail.subject },
    reference_ids: JSON.stringify(references.slice(-MOST_REFERENCES)),
    addresses: JSON.stringify({ from, reply_to: replyTo ? [replyTo] : [], ...recipients }),
    ...{ whole_text: null, words_key: null, has_html: 0, is_cut: 0, authentication: null },
    ...{ envelope: null, raw_key: null, is_ai: mail.isAi ? 1 : 0, next_attempt_at: deps.now(), created_at: deps.now() },
    ...{ quote: mail.quote, done_at: null },
  })
  // A mail to a visitor who has left a website names the files, which are seen in the chat.
  if (mail.firstPosition === undefined) assertMailHolds(await giveToMail(tx, messageId, conversationId, id))
  const queued = { mail_id: id, status: 'queued', code: null, message: null } as const
  const deliveries = (['to', 'cc', 'bcc'] as const).flatMap((kind) =>
    recipients[kind].map(({ address }) => ({ ...queued, address, kind })),
  )
  await insertDeliveries(tx, deliveries)
  await deps.jobs.send(tx, sendMailJob, { mailId: id, mailboxId: mailbox.id, number: 1 })
}
