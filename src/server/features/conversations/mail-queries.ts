import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'

/** The mails of messages of a conversation, oldest first. */
export const selectMailsOf = (db: Db, conversationId: string, messageIds: string[]): Promise<Row<'mails'>[]> =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('message_id', 'in', messageIds)
    .orderBy('id')
    .execute()

export const selectDeliveriesOf = (db: Db, mailIds: string[]): Promise<Row<'mail_deliveries'>[]> =>
  db.selectFrom('mail_deliveries').selectAll().where('mail_id', 'in', mailIds).execute()

/** What a conversation is as one by mail, and what its mailbox is like; undefined for others. */
export const selectMailThread = (db: Db, conversationId: string) =>
  db
    .selectFrom('mail_threads')
    .innerJoin('mailboxes', 'mailboxes.id', 'mail_threads.mailbox_id')
    .select(['mailbox_id', 'subject', 'reply', 'mailboxes.outgoing', 'mailboxes.deleted_at'])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()

/** The conversations that are linked with one and are not deleted. */
export const selectLinked = (db: Db, conversationId: string) =>
  db
    .selectFrom('conversation_links')
    .innerJoin('conversations', 'conversations.id', 'conversation_links.linked_id')
    .select(['linked_id', 'reason'])
    .where('conversation_id', '=', conversationId)
    .where('conversations.deleted_at', 'is', null)
    .orderBy('linked_id')
    .execute()

/** The mails of members in a conversation that have not left yet, with who wrote them, in the order in which they will. */
export const selectPendingMails = (db: Db, conversationId: string) =>
  db
    .selectFrom('pending_mails')
    .leftJoin('users', 'users.id', 'pending_mails.user_id')
    .selectAll('pending_mails')
    .select('users.name as user_name')
    .where('conversation_id', '=', conversationId)
    .orderBy('sends_at')
    .orderBy('pending_mails.id')
    .execute()
