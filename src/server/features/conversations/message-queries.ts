import { prepared } from '../../db/prepared.ts'
import type { Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

/** `insertMessages` is for the many messages that an import brings along. */
export const { insertAll: insertMessages, change: changeMessage } = rowsOf('messages')

const messagesBetween = (db: Db, conversationId: string, from: number, to: number) =>
  db
    .selectFrom('messages')
    .selectAll('messages')
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.position', '>=', from)
    .where('messages.position', '<=', to)
    .where('messages.deleted_at', 'is', null)
    .orderBy('messages.position')

/** Messages in a range of positions, oldest first, both ends included. */
export const selectMessages = prepared(messagesBetween)

/** Messages like those of `selectMessages`, each with its conversation's number of messages at the time of the query. */
export const selectMessagePage = prepared((db, conversationId: string, from: number, to: number) =>
  messagesBetween(db, conversationId, from, to)
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select('conversations.message_count as total'),
)

export function selectMessage(db: Db, conversationId: string, id: string): Promise<Row<'messages'> | undefined> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function markMessagesDeleted(tx: Tx, conversationId: string, now: number): Promise<void> {
  await tx.updateTable('messages').set({ deleted_at: now }).where('conversation_id', '=', conversationId).execute()
}
