import type { Data } from '#contract/index.ts'
import type { MailDeliveryStatus } from '#contract/mail-enums.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import {
  selectDeliveriesOf,
  selectLinked,
  selectMailsOf,
  selectMailThread,
  selectPendingMails,
} from './mail-queries.ts'

type Thread = Data<'listThread'>
type Item = Thread['items'][number]
type Email = NonNullable<Item['email']>
type Conversation = Pick<Row<'conversations'>, 'id' | 'origin'>

/** A recipient's state that is worth most of the team's attention stands for the whole mail. */
const BY_WEIGHT: readonly MailDeliveryStatus[] = [
  'failed',
  'bounced',
  'withdrawn',
  'delayed',
  'sending',
  'queued',
  'sent',
]

/** Adds to the messages of a conversation by mail what their mails say beside the words. */
export async function withMails(db: Db, { id, origin }: Conversation, items: Item[]): Promise<Item[]> {
  const ids = origin === 'email' ? items.flatMap((item) => (item.type === 'message' ? [item.id] : [])) : []
  if (ids.length === 0) return items
  const mails = await selectMailsOf(db, id, ids)
  const sent = mails.filter(({ direction }) => direction === 'out').map((mail) => mail.id)
  const deliveries = sent.length === 0 ? [] : await selectDeliveriesOf(db, sent)
  // A mail that came in two mailboxes has one message, which shows the first.
  const byMessage = new Map(mails.toReversed().map((mail) => [mail.message_id, mail]))
  return items.map((item) => {
    const mail = byMessage.get(item.id)
    return mail ? { ...item, email: presentMail(mail, deliveries) } : item
  })
}

function presentMail(mail: Row<'mails'>, all: readonly Row<'mail_deliveries'>[]): Email {
  const { from, to = [], cc = [], bcc = [] } = JSON.parse(mail.addresses ?? '{}') as Partial<Email>
  const unknown = { dmarc: 'unknown', spf: 'unknown', dkim: 'unknown' } as const
  return {
    from: from ?? { address: mail.sender ?? '', name: '' },
    ...{ to, cc, bcc, subject: mail.subject ?? '', kind: mail.kind ?? 'person', not_answered: mail.not_answered },
    is_cut: mail.is_cut === 1,
    has_html: mail.has_html === 1,
    authentication: mail.authentication === null ? unknown : JSON.parse(mail.authentication),
    delivery: mail.direction === 'in' ? null : presentDelivery(all.filter(({ mail_id }) => mail_id === mail.id)),
    attachments: JSON.parse(mail.attachments),
  }
}

export function presentDelivery(deliveries: readonly Row<'mail_deliveries'>[]): NonNullable<Email['delivery']> {
  const recipients = deliveries.map(({ address, status, code, message }) => ({ address, status, code, message }))
  const status = BY_WEIGHT.find((each) => deliveries.some((delivery) => delivery.status === each)) ?? 'queued'
  return { status, recipients: recipients.toSorted((one, other) => one.address.localeCompare(other.address)) }
}

/** The mails of members that have not left yet. */
export async function pendingOf(db: Db, { id, origin }: Conversation): Promise<Thread['pending']> {
  if (origin !== 'email') return []
  return (await selectPendingMails(db, id)).map(({ id, content, user_id, user_name, sends_at }) => ({
    ...{ id, content, sends_at: isoTime(sends_at) },
    author: { type: 'member', id: user_id, ...(user_name !== null && { name: user_name }) },
  }))
}

/** What is known of a conversation as one by mail, and what it is linked with. */
export async function mailOfThread(
  db: Db,
  { id, origin }: Conversation,
  hasServer: boolean,
): Promise<Pick<Thread, 'email' | 'linked'>> {
  if (origin !== 'email') return { email: null, linked: [] }
  const row = await selectMailThread(db, id)
  const linked = await selectLinked(db, id)
  return {
    email: row ? presentThread(row, hasServer) : null,
    linked: linked.map(({ linked_id, reason }) => ({ id: linked_id, reason })),
  }
}

function presentThread(
  row: Pick<Row<'mail_threads'>, 'mailbox_id' | 'subject' | 'reply'> &
    Pick<Row<'mailboxes'>, 'outgoing' | 'deleted_at'>,
  hasServer: boolean,
): NonNullable<Thread['email']> {
  const { mailbox_id, subject } = row
  const reply: NonNullable<Thread['email']>['reply'] = JSON.parse(row.reply)
  const why =
    row.deleted_at !== null
      ? 'mailbox_deleted'
      : row.outgoing === null && !hasServer
        ? 'no_server'
        : reply.to.length === 0
          ? 'no_recipient'
          : null
  return { mailbox_id, subject, reply, can_send: why === null, why }
}
