import { sql } from 'kysely'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

/** The tables whose rows go where their messages go. */
const BESIDE_MESSAGES = [
  ...(['mails', 'pending_mails', 'attachments', 'source_citations', 'gap_messages', 'impact_answers'] as const),
]

/** All messages of a conversation, in order. */
export const selectWords = (db: Db, conversationId: string): Promise<Row<'messages'>[]> =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()

/**
 * Moves all messages of a conversation, and what belongs to them, behind the first `after` ones of another. No message's
 * time is earlier than `notBefore`, in milliseconds since 1970.
 */
export async function moveMessages(
  tx: Tx,
  { from, to, after, notBefore }: { from: string; to: string; after: number; notBefore: number },
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({
      conversation_id: to,
      position: sql<number>`position + ${sql.lit(after)}`,
      created_at: sql<number>`case when created_at < ${sql.lit(notBefore)} then ${sql.lit(notBefore)} else created_at end`,
    })
    .where('conversation_id', '=', from)
    .execute()
  await tx
    .updateTable('search_lines')
    .set({ conversation_id: to, message: sql<number>`message + ${sql.lit(after)}` })
    .where('conversation_id', '=', from)
    .where('kind', '=', 'message')
    .execute()
  for (const table of BESIDE_MESSAGES)
    await tx.updateTable(table).set({ conversation_id: to }).where('conversation_id', '=', from).execute()
  await tx
    .updateTable('proof_questions')
    .set({ conversation_id: to })
    .where('conversation_id', '=', from)
    .where('message_id', 'is not', null)
    .execute()
  await tx.deleteFrom('read_marks').where('conversation_id', '=', from).execute()
}

/** Gives a conversation's notes and events places before its first message. @returns how many there are */
export async function moveEntriesToStart(tx: Tx, conversationId: string): Promise<number> {
  const entries = await tx
    .selectFrom('thread_entries')
    .select(['id', 'after_message', 'number'])
    .where('conversation_id', '=', conversationId)
    .orderBy('after_message')
    .orderBy('number')
    .execute()
  for (const [index, { id, after_message, number }] of entries.entries()) {
    await tx
      .updateTable('thread_entries')
      .set({ after_message: 0, number: index + 1 })
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('search_lines')
      .set({ message: 0, entry: index + 1 })
      .where('conversation_id', '=', conversationId)
      .where('kind', '=', 'note')
      .where('message', '=', after_message)
      .where('entry', '=', number)
      .execute()
  }
  return entries.length
}

/** How many times words that moved are followed where they moved on. */
const MOST_MOVES = 5

/** The conversation to which a conversation's words have all moved; itself if they have not. */
export async function whereWordsWent(db: Db, conversationId: string, moves = 0): Promise<string> {
  const entries = await db
    .selectFrom('thread_entries')
    .innerJoin('conversations', 'conversations.id', 'thread_entries.conversation_id')
    .select('thread_entries.details')
    .where('conversations.id', '=', conversationId)
    .where('conversations.message_count', '=', 0)
    .where('conversations.deleted_at', 'is', null)
    .where('thread_entries.type', '=', 'linked')
    .orderBy('thread_entries.number', 'desc')
    .execute()
  const [to] = entries.flatMap(({ details }): string[] => JSON.parse(details ?? '{}').conversation_id ?? [])
  return to === undefined || moves === MOST_MOVES ? conversationId : whereWordsWent(db, to, moves + 1)
}
