import type { Data } from '#contract/index.ts'
import type { MailboxTrouble, MailDeliveryStatus } from '#contract/mail-enums.ts'
import { normalAddress } from '../../adapters/mail/read/addresses.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import { presentAttachment, selectAttachmentsOfMails } from '../attachments/index.ts'
import {
  selectDeliveriesOf,
  selectLinked,
  selectMailedVisitor,
  selectMailsOf,
  selectMailThread,
  selectPendingMails,
} from './mail-queries.ts'
import { parsePosition } from './thread-position.ts'

type Thread = Data<'listThread'>
type Item = Thread['items'][number]
type Email = NonNullable<Item['email']>
type Mailed = Awaited<ReturnType<typeof selectMailsOf>>[number]
type Conversation = Pick<Row<'conversations'>, 'id' | 'origin'>

/** How long a visitor's last stream must have ended before they count as gone from a website. */
export const GONE_AFTER_MS = 60_000

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

/** Adds to the messages of a conversation that were mailed what their mails say beside the words. */
export async function withMails(db: Db, { id, origin }: Conversation, items: Item[]): Promise<Item[]> {
  const ids = origin === 'public_api' ? [] : items.flatMap((item) => (item.type === 'message' ? [item.id] : []))
  if (ids.length === 0) return items
  const mails = await selectMailsOf(db, id, ids)
  const sent = mails.filter(({ direction }) => direction === 'out').map((mail) => mail.id)
  const deliveries = sent.length === 0 ? [] : await selectDeliveriesOf(db, sent)
  const files =
    mails.length === 0
      ? []
      : await selectAttachmentsOfMails(
          db,
          mails.map((mail) => mail.id),
        )
  // A mail that came in two mailboxes has one message, which shows the first.
  const byMessage = new Map(mails.toReversed().map((mail) => [mail.message_id, mail]))
  const gathered = mails.filter((mail) => mail.first_position !== null)
  return items.map((item) => {
    const mail = gathered.findLast((each) => brings(each, item)) ?? byMessage.get(item.id)
    if (mail) return { ...item, email: presentMail(mail, deliveries, files) }
    return origin === 'email' && isAnswer(item) ? { ...item, email: NOT_MAILED } : item
  })
}

/** Whether people or the AI wrote a message, which is mailed where there is a mailbox and somebody to mail it to. */
const isAnswer = ({ message }: Item): boolean => message !== undefined && message.role !== 'visitor'

const UNKNOWN = { dmarc: 'unknown', spf: 'unknown', dkim: 'unknown' } as const

/** Of a message without a mail, as in conversations that were imported, and once their mailbox is deleted. */
const NOT_MAILED: Email = {
  ...{ from: { address: '', name: '' }, to: [], cc: [], bcc: [], subject: '', kind: 'person', not_answered: null },
  ...{ is_cut: false, has_html: false, authentication: UNKNOWN, attachments: [] },
  delivery: { status: 'not_mailed', recipients: [] },
}

/** Whether a mail brings a message, among several of people, to a visitor who has left a website. */
function brings({ first_position: first, last_position: last }: Mailed, { position, message }: Item): boolean {
  const { message: place } = parsePosition(position)
  return message?.role === 'human' && first !== null && first <= place && place <= (last ?? 0)
}

function presentMail(
  mail: Row<'mails'>,
  all: readonly Row<'mail_deliveries'>[],
  files: readonly Row<'attachments'>[],
): Email {
  const { from, to = [], cc = [], bcc = [] } = JSON.parse(mail.addresses ?? '{}') as Partial<Email>
  return {
    from: from ?? { address: mail.sender ?? '', name: '' },
    ...{ to, cc, bcc, subject: mail.subject ?? '', kind: mail.kind ?? 'person', not_answered: mail.not_answered },
    is_cut: mail.is_cut === 1,
    has_html: mail.has_html === 1,
    authentication: mail.authentication === null ? UNKNOWN : JSON.parse(mail.authentication),
    delivery: mail.direction === 'in' ? null : presentDelivery(all.filter(({ mail_id }) => mail_id === mail.id)),
    attachments: files.filter(({ mail_id }) => mail_id === mail.id).map(presentAttachment),
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
  { database: { read }, config, now }: Pick<Dependencies, 'database' | 'config' | 'now'>,
  { id, origin }: Conversation,
): Promise<Pick<Thread, 'email' | 'linked'>> {
  if (origin === 'public_api') return { email: null, linked: [] }
  const hasServer = config.mail !== undefined
  const row = origin === 'email' ? await selectMailThread(read, id) : await leftChat(read, id, now())
  const linked = await selectLinked(read, id)
  return {
    email: row ? presentThread(row, hasServer) : null,
    linked: linked.map(({ linked_id, reason }) => ({ id: linked_id, reason })),
  }
}

type MailThread = Pick<Row<'mail_threads'>, 'mailbox_id' | 'subject' | 'reply'> &
  Pick<Row<'mailboxes'>, 'outgoing' | 'deleted_at' | 'is_paused' | 'error_side'> & {
    mailbox_status: Row<'mailboxes'>['status']
  }

/** The visitor of a website as somebody to write mail to: undefined while they are there, or if nothing is mailed. */
async function leftChat(db: Db, id: string, now: number): Promise<MailThread | undefined> {
  const row = await selectMailedVisitor(db, id)
  if (!row || (row.seen_at !== null && row.seen_at + GONE_AFTER_MS > now)) return undefined
  const to = [{ address: normalAddress(row.chat_user_email!), name: row.chat_user_name ?? '' }]
  return { ...row, subject: row.subject ?? '', reply: JSON.stringify({ to, cc: [] }) }
}

function presentThread(row: MailThread, hasServer: boolean): NonNullable<Thread['email']> {
  const { mailbox_id, subject } = row
  const reply: NonNullable<Thread['email']>['reply'] = JSON.parse(row.reply)
  const unsendable =
    row.deleted_at !== null
      ? 'mailbox_deleted'
      : row.outgoing === null && !hasServer
        ? 'no_server'
        : reply.to.length === 0
          ? 'no_recipient'
          : null
  return { mailbox_id, subject, reply, can_send: unsendable === null, why: unsendable ?? troubleOf(row) }
}

/** What is wrong with a mailbox that takes replies all the same. */
function troubleOf({ mailbox_status, error_side, is_paused }: MailThread): MailboxTrouble | null {
  if (mailbox_status === 'failing' && error_side === 'outgoing') return 'not_sending'
  if (is_paused) return 'mailbox_paused'
  return mailbox_status === 'failing' ? 'not_receiving' : null
}
