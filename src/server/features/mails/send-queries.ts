import type { MailDeliveryStatus } from '#contract/mail-enums.ts'
import type { Row } from '../../db/rows.ts'
import { changeRows, insertsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { insertAll: insertDeliveries } = insertsOf('mail_deliveries')

/** A message as it is mailed, with its author and, of the AI's, what it rests on. */
export const selectMessageToMail = (db: Db, messageId: string) =>
  db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .leftJoin('users', 'users.id', 'messages.user_id')
    .leftJoin('receipts', 'receipts.message_id', 'messages.id')
    .select(['messages.id', 'messages.role', 'messages.content', 'messages.created_at'])
    .select(['users.name as member_name', 'receipts.citations', 'conversations.origin'])
    .where('messages.id', '=', messageId)
    .where('messages.deleted_at', 'is', null)
    .executeTakeFirst()

/** The last mail that a person sent in a conversation, with the words of its message. */
export const selectLastMail = (db: Db, conversationId: string) =>
  db
    .selectFrom('mails')
    .innerJoin('messages', 'messages.id', 'mails.message_id')
    .selectAll('mails')
    .select('messages.content')
    .where('mails.conversation_id', '=', conversationId)
    .where('mails.direction', '=', 'in')
    .where('mails.kind', '=', 'person')
    .orderBy('mails.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The last mail of ours in a conversation; the last before another one if that is given. */
export const selectLastSent = (db: Db, conversationId: string, before?: string) => {
  const query = db
    .selectFrom('mails')
    .select(['internet_id', 'reference_ids'])
    .where('conversation_id', '=', conversationId)
    .where('direction', '=', 'out')
  const all = before === undefined ? query : query.where('id', '<', before)
  return all.orderBy('id', 'desc').limit(1).executeTakeFirst()
}

const NOT_REACHED = ['queued', 'sending', 'delayed'] as const

/** An earlier mail of the same conversation that is still on its way to somebody who gets this one as well. */
export const selectEarlierWaiting = (db: Db, { id, conversation_id }: Row<'mails'>) =>
  db
    .selectFrom('mails')
    .innerJoin('mail_deliveries as earlier', 'earlier.mail_id', 'mails.id')
    .innerJoin('mail_deliveries as own', 'own.address', 'earlier.address')
    .select('mails.id')
    .where('mails.conversation_id', '=', conversation_id)
    .where('mails.direction', '=', 'out')
    .where('mails.next_attempt_at', 'is not', null)
    .where('mails.id', '<', id)
    .where('own.mail_id', '=', id)
    .where('own.status', 'in', NOT_REACHED)
    .where('earlier.status', 'in', NOT_REACHED)
    .limit(1)
    .executeTakeFirst()

/** The later mails of the same conversation that are due. */
export const selectDueAfter = (db: Db, { id, conversation_id }: Row<'mails'>, now: number): Promise<Row<'mails'>[]> =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('conversation_id', '=', conversation_id)
    .where('direction', '=', 'out')
    .where('next_attempt_at', '<=', now)
    .where('id', '>', id)
    .orderBy('id')
    .execute()

/** The mails that wait to leave a mailbox, in order. */
export const selectWaitingIn = (db: Db, mailboxId: string) =>
  db
    .selectFrom('mails')
    .select(['id', 'conversation_id'])
    .where('mailbox_id', '=', mailboxId)
    .where('direction', '=', 'out')
    .where('next_attempt_at', 'is not', null)
    .orderBy('id')
    .execute()

/** The last mail by which a message of the organization went out, alone or with others that were gathered into it. */
export const selectMailOfMessage = (db: Db, organizationId: string, messageId: string) =>
  db
    .selectFrom('messages')
    .innerJoin('mails', 'mails.conversation_id', 'messages.conversation_id')
    .innerJoin('messages as last', 'last.id', 'mails.message_id')
    .selectAll('mails')
    .where('messages.id', '=', messageId)
    .where(({ or, and, eb, ref }) =>
      or([
        eb('mails.message_id', '=', messageId),
        and([
          eb('messages.role', '=', 'human'),
          eb('mails.first_position', '<=', ref('messages.position')),
          eb('last.position', '>=', ref('messages.position')),
        ]),
      ]),
    )
    .where('mails.organization_id', '=', organizationId)
    .where('mails.direction', '=', 'out')
    .orderBy('mails.id', 'desc')
    .executeTakeFirst()

export const selectDeliveries = (db: Db, mailId: string): Promise<Row<'mail_deliveries'>[]> =>
  db.selectFrom('mail_deliveries').selectAll().where('mail_id', '=', mailId).orderBy('address').execute()

/** Changes how far a mail is on its way to one recipient. */
export async function changeDelivery(
  tx: Tx,
  mailId: string,
  address: string,
  changes: { status: Exclude<MailDeliveryStatus, 'not_mailed'>; code: string | null; message: string | null },
): Promise<void> {
  await changeRows(tx, 'mail_deliveries', { mail_id: mailId, address }, changes)
}
