import { type SqlBool, sql } from 'kysely'
import type { WorkingHours } from '#contract/working-hours.ts'
import { dayOf } from '../../db/citation-days.ts'
import { preparedOne } from '../../db/prepared.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { workingHoursOf } from '../organizations/index.ts'

export const selectFacts = preparedOne((db, conversationId: string) =>
  db.selectFrom('conversation_facts').selectAll().where('conversation_id', '=', conversationId),
)

/** The entry of a conversation's last handover to people. */
export const selectLastHandOver = preparedOne((db, conversationId: string) =>
  db
    .selectFrom('thread_entries')
    .select('details')
    .where('conversation_id', '=', conversationId)
    .where('type', '=', 'handed_over')
    .orderBy('after_message', 'desc')
    .orderBy('number', 'desc')
    .limit(1),
)

export async function putFacts(tx: Tx, row: NewRow<'conversation_facts'>): Promise<void> {
  const { id, ...changes } = row
  await tx
    .insertInto('conversation_facts')
    .values(row)
    .onConflict((conflict) => conflict.column('conversation_id').doUpdateSet(changes))
    .execute()
}

/** Whether the visitor of a conversation has written to the same agent before, in another one. */
export async function hasAskedBefore(
  db: Db,
  { id, agent_id, chat_user_id, asked_at }: Pick<Row<'conversations'>, 'id' | 'agent_id' | 'chat_user_id' | 'asked_at'>,
): Promise<boolean> {
  return (await selectAskedBefore(db, agent_id, chat_user_id, id, asked_at ?? 0)) !== undefined
}

const selectAskedBefore = preparedOne(
  (db, agentId: string, chatUserId: string, conversationId: string, before: number) =>
    db
      .selectFrom('conversations')
      .select('id')
      .where('agent_id', '=', agentId)
      .where('chat_user_id', '=', chatUserId)
      .where('asked_at', 'is not', null)
      .where(sql<SqlBool>`(conversations.asked_at, conversations.id) < (${before}, ${conversationId})`)
      .limit(1),
)

/** When an organization's team works, and in which time zone. */
export async function selectHours(db: Db, organizationId: string): Promise<{ zone: string; hours: WorkingHours }> {
  const row = await db
    .selectFrom('organizations')
    .select(['time_zone', 'working_hours'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return { zone: row.time_zone, hours: workingHoursOf(row) }
}

/** The messages, entries and ratings of a conversation, for counting its facts anew. */
export async function selectThread(db: Db, conversationId: string) {
  const messages = await db
    .selectFrom('messages')
    .leftJoin('receipts', 'receipts.message_id', 'messages.id')
    .select(['messages.id', 'position', 'role', 'author_type', 'messages.created_at', 'receipts.decision'])
    .where('conversation_id', '=', conversationId)
    .execute()
  const entries = await db
    .selectFrom('thread_entries')
    .select(['after_message', 'number', 'type', 'details', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .orderBy('after_message')
    .orderBy('number')
    .execute()
  const ratings = await db
    .selectFrom('ratings')
    .select(['score', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .execute()
  return { messages, entries, ratings }
}

/** Removes a conversation's id from its facts. */
export async function loseConversation(tx: Tx, conversationId: string): Promise<void> {
  await tx
    .updateTable('conversation_facts')
    .set({ conversation_id: null })
    .where('conversation_id', '=', conversationId)
    .execute()
}

/** Counts a conversation's citations as erased, by day and source, so that they stay counted without their rows. */
export async function keepErasedCitations(tx: Tx, { id, agent_id }: { id: string; agent_id: string }): Promise<void> {
  const cited = await tx
    .selectFrom('source_citations')
    .select(['source_id', 'created_at'])
    .where('conversation_id', '=', id)
    .orderBy('source_id')
    .execute()
  for (const { source_id, created_at } of cited)
    await tx
      .insertInto('citation_days')
      .values({ agent_id, day: dayOf(created_at), source_id, part: 0, answers: 0, erased: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['agent_id', 'day', 'source_id', 'part'])
          .doUpdateSet({ erased: sql<number>`citation_days.erased + 1` }),
      )
      .execute()
}
