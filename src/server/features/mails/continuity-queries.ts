import { preparedOne } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'

/** The agent and the visitor of a conversation on a website, and when it was last closed; undefined for others. */
export const selectChat = preparedOne((db, conversationId: string) =>
  db
    .selectFrom('conversations')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .innerJoin('visitors', 'visitors.id', 'conversations.visitor_id')
    .select(['conversations.id', 'conversations.chat_user_email', 'conversations.agent_id'])
    .select(['agents.name as agent_name', 'agents.widget', 'agents.continuity_mailbox_id'])
    .select(['visitors.seen_at', 'visitors.locale', 'visitors.identity_verified'])
    .select((row) =>
      row
        .selectFrom('thread_entries')
        .select((entry) => entry.fn.max('created_at').as('at'))
        .whereRef('conversation_id', '=', 'conversations.id')
        .where('type', '=', 'closed')
        .as('closed_at'),
    )
    .where('conversations.id', '=', conversationId),
)

export type Chat = NonNullable<Awaited<ReturnType<typeof selectChat>>>

/** What people wrote in a conversation from one position to another, oldest first. */
export const selectPeoplesWords = (db: Db, conversationId: string, from: number, to: number) =>
  db
    .selectFrom('messages')
    .leftJoin('users', 'users.id', 'messages.user_id')
    .select(['messages.id', 'messages.position', 'messages.content', 'messages.created_at'])
    .select(['messages.author_type', 'users.name as user_name'])
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.role', '=', 'human')
    .where('messages.position', '>=', from)
    .where('messages.position', '<=', to)
    .where('messages.deleted_at', 'is', null)
    .orderBy('messages.position')
    .execute()

/** The mails that a visitor on a website was sent, without withdrawn ones, each with the last position it brought. */
export const selectChatMails = (db: Db, conversationId: string) =>
  db
    .selectFrom('mails')
    .innerJoin('messages', 'messages.id', 'mails.message_id')
    .innerJoin('mail_deliveries', 'mail_deliveries.mail_id', 'mails.id')
    .select(['mails.created_at', 'messages.position', 'mail_deliveries.status', 'mail_deliveries.address'])
    .where('mails.conversation_id', '=', conversationId)
    .where('mails.first_position', 'is not', null)
    .where('mail_deliveries.status', '!=', 'withdrawn')
    .orderBy('mails.id')
    .execute()

/** The position of the last message of a conversation's visitor; 0 if there is none. */
export async function lastOfVisitor(db: Db, conversationId: string): Promise<number> {
  const { position } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('conversation_id', '=', conversationId)
    .where('role', '=', 'visitor')
    .executeTakeFirstOrThrow()
  return position ?? 0
}

/** The position of a message, even of a deleted one. */
export const selectPosition = async (db: Db, messageId: string): Promise<number> =>
  (await db.selectFrom('messages').select('position').where('id', '=', messageId).executeTakeFirst())?.position ?? 0

export type PeoplesWords = Awaited<ReturnType<typeof selectPeoplesWords>>
