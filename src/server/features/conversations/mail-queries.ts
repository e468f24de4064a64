import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'

/** The mails of messages of a conversation, and those that bring several to a website's visitor, oldest first. */
export const selectMailsOf = (db: Db, conversationId: string, messageIds: string[]) =>
  db
    .selectFrom('mails')
    .leftJoin('messages', 'messages.id', 'mails.message_id')
    .selectAll('mails')
    .select('messages.position as last_position')
    .where('mails.conversation_id', '=', conversationId)
    .where((mail) => mail.or([mail('message_id', 'in', messageIds), mail('first_position', 'is not', null)]))
    .orderBy('mails.id')
    .execute()

export const selectDeliveriesOf = (db: Db, mailIds: string[]): Promise<Row<'mail_deliveries'>[]> =>
  db.selectFrom('mail_deliveries').selectAll().where('mail_id', 'in', mailIds).execute()

/** The columns that say whether a mailbox works. */
const STATE_OF_MAILBOX = [
  ...(['mailboxes.outgoing', 'mailboxes.deleted_at', 'mailboxes.is_paused'] as const),
  ...(['mailboxes.status as mailbox_status', 'mailboxes.error_side'] as const),
] as const

/** What a conversation is as one by mail, and what its mailbox is like; undefined for others. */
export const selectMailThread = (db: Db, conversationId: string) =>
  db
    .selectFrom('mail_threads')
    .innerJoin('mailboxes', 'mailboxes.id', 'mail_threads.mailbox_id')
    .select(['mailbox_id', 'subject', 'reply', ...STATE_OF_MAILBOX])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()

/** To whom and by which mailbox answers go by mail while the visitor of a website is away; undefined if they don't. */
export const selectMailedVisitor = (db: Db, conversationId: string) =>
  db
    .selectFrom('conversations')
    .innerJoin('visitors', 'visitors.id', 'conversations.visitor_id')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .innerJoin('mailboxes', 'mailboxes.id', 'agents.continuity_mailbox_id')
    .leftJoin('mail_threads', 'mail_threads.conversation_id', 'conversations.id')
    .select(['mailboxes.id as mailbox_id', ...STATE_OF_MAILBOX, 'mail_threads.subject'])
    .select(['conversations.chat_user_email', 'conversations.chat_user_name', 'visitors.seen_at'])
    .where('conversations.id', '=', conversationId)
    .where('conversations.response_mode', '=', 'human')
    .where('conversations.chat_user_email', 'is not', null)
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
