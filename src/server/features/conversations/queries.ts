import type { NewRow, Row, RowChanges } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

/** An agent's conversation that is not deleted. */
export function selectConversation(db: Db, agentId: string, id: string): Promise<Row<'conversations'> | undefined> {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The same by id alone, for jobs and for re-reading under the lock. */
export function selectConversationById(db: Db, id: string): Promise<Row<'conversations'> | undefined> {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export interface ConversationFilter {
  status?: 'open' | 'closed' | undefined
  response_mode?: 'ai' | 'human' | undefined
}

/** Ids of an agent's conversations by filter, for `paginate`. */
export function conversationIds(db: Db, agentId: string, filter: ConversationFilter) {
  let query = db
    .selectFrom('conversations')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('deleted_at', 'is', null)
  if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.response_mode) query = query.where('response_mode', '=', filter.response_mode)
  return query
}

export function selectConversations(db: Db, ids: string[]): Promise<Row<'conversations'>[]> {
  return db.selectFrom('conversations').selectAll().where('id', 'in', ids).execute()
}

/** The visitor's open conversation made through the API, of which there is at most one. */
export function selectOpenConversation(db: Db, agentId: string, chatUserId: string) {
  return db
    .selectFrom('conversations')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('chat_user_id', '=', chatUserId)
    .where('origin', '=', 'public_api')
    .where('status', '=', 'open')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function insertConversation(tx: Tx, row: NewRow<'conversations'>): Promise<void> {
  await tx.insertInto('conversations').values(row).execute()
}

export async function changeConversationRow(tx: Tx, id: string, changes: RowChanges<'conversations'>): Promise<void> {
  await tx.updateTable('conversations').set(changes).where('id', '=', id).execute()
}

/** Messages by position, oldest first, both ends included. */
export function selectMessages(db: Db, conversationId: string, from: number, to: number): Promise<Row<'messages'>[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('position', '>=', from)
    .where('position', '<=', to)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
}

export function selectMessage(db: Db, conversationId: string, id: string): Promise<Row<'messages'> | undefined> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A statement holds so many rows at most: SQLite bounds its parameters. */
const ROWS_PER_INSERT = 500

export async function insertMessages(tx: Tx, rows: NewRow<'messages'>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    await tx
      .insertInto('messages')
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .execute()
}

export async function changeMessage(tx: Tx, id: string, changes: RowChanges<'messages'>): Promise<void> {
  await tx.updateTable('messages').set(changes).where('id', '=', id).execute()
}

export async function markMessagesDeleted(tx: Tx, conversationId: string, now: number): Promise<void> {
  await tx.updateTable('messages').set({ deleted_at: now }).where('conversation_id', '=', conversationId).execute()
}

export function selectReply(db: Db, conversationId: string, turn: number): Promise<Row<'replies'> | undefined> {
  return db
    .selectFrom('replies')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('turn', '=', turn)
    .executeTakeFirst()
}

export function selectPendingReplies(db: Db, conversationId: string): Promise<Row<'replies'>[]> {
  return db
    .selectFrom('replies')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('status', '=', 'pending')
    .execute()
}

export async function insertReply(tx: Tx, row: NewRow<'replies'>): Promise<void> {
  await tx.insertInto('replies').values(row).execute()
}

export async function changeReply(tx: Tx, id: string, changes: RowChanges<'replies'>): Promise<void> {
  await tx.updateTable('replies').set(changes).where('id', '=', id).execute()
}

export async function insertReceipt(tx: Tx, row: NewRow<'receipts'>): Promise<void> {
  await tx.insertInto('receipts').values(row).execute()
}

export function selectReceipt(db: Db, messageId: string): Promise<Row<'receipts'> | undefined> {
  return db.selectFrom('receipts').selectAll().where('message_id', '=', messageId).executeTakeFirst()
}
