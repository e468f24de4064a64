import { type SqlBool, sql } from 'kysely'
import type { WorkingHours } from '#contract/working-hours.ts'
import { countRows } from '../../db/count-rows.ts'
import { newId } from '../../db/ids.ts'
import { preparedOne } from '../../db/prepared.ts'
import type { Row } from '../../db/rows.ts'
import { changeRows } from '../../db/table-rows.ts'
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

/**
 * The median of the working time, in milliseconds, until people answered in an organization's conversations begun since
 * a time; null if there are fewer than `enough` of them.
 */
export async function selectMedianReply(
  db: Db,
  organizationId: string,
  since: number,
  enough: number,
): Promise<number | null> {
  const answered = db
    .selectFrom('conversation_facts')
    .where('organization_id', '=', organizationId)
    .where('started_at', '>=', since)
    .where('reply_ms', '>', 0)
  const count = await countRows(answered)
  if (count < enough) return null
  const middle = await answered
    .select('reply_ms')
    .orderBy('reply_ms')
    .limit(1)
    .offset(Math.floor(count / 2))
    .executeTakeFirst()
  return middle?.reply_ms ?? null
}

/** Counts what became of a reply that the AI suggested in a conversation. */
export async function countSuggestion(
  tx: Tx,
  conversationId: string,
  outcome: 'sent' | 'edited' | 'discarded',
): Promise<void> {
  const column = `suggestions_${outcome}` as const
  await tx
    .updateTable('conversation_facts')
    .set((row) => ({ [column]: row(column, '+', 1) }))
    .where('conversation_id', '=', conversationId)
    .execute()
}

/** Removes a conversation's id from its facts. */
export async function loseConversation(tx: Tx, conversationId: string): Promise<void> {
  await changeRows(tx, 'conversation_facts', { conversation_id: conversationId }, { conversation_id: null })
}

/**
 * Gives a conversation's citations new ids that lead to nothing, so that they stay counted once the conversation and
 * its messages are erased.
 */
export async function keepCitations(tx: Tx, conversationId: string): Promise<void> {
  const cited = await tx
    .deleteFrom('source_citations')
    .where('conversation_id', '=', conversationId)
    .returning(['source_id', 'created_at'])
    .execute()
  const rows = cited.map((row) => ({ ...row, message_id: newId(), conversation_id: newId() }))
  if (rows.length > 0) await tx.insertInto('source_citations').values(rows).execute()
}
