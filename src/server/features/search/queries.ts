import type { Parsed } from '#contract/index.ts'
import { batches } from '../../db/batches.ts'
import { lockName } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import { type LineKind, type SearchLine, type SearchPlace, searchTables } from '../../db/search-index.ts'
import type { Db, Tx } from '../../db/tables.ts'

/** Lets one transaction at a time change an organization's search index, so that none adds what another takes out. */
export const lockIndex = (tx: Tx, organizationId: string): Promise<void> => lockName(tx, `search ${organizationId}`)

export const selectPlace = (db: Db, organizationId: string): Promise<SearchPlace | undefined> =>
  searchTables(db)
    .selectFrom('search_places')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()

export async function writePlace(tx: Tx, place: SearchPlace): Promise<void> {
  const { organization_id: _, ...changed } = place
  await searchTables(tx)
    .insertInto('search_places')
    .values(place)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(changed))
    .execute()
}

/** Conversations that are not deleted, with ids below `before` if it is given, newest first. */
export function selectConversationsBefore(db: Db, organizationId: string, before: string | null, limit: number) {
  let query = db
    .selectFrom('conversations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
  if (before) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export const selectConversations = (db: Db, ids: readonly string[]): Promise<Row<'conversations'>[]> =>
  db.selectFrom('conversations').selectAll().where('id', 'in', ids).execute()

/** The numbers of the lines of these kinds that the index has of these conversations. */
export async function selectNumbers(
  db: Db,
  conversationIds: readonly string[],
  kinds: readonly LineKind[],
): Promise<number[]> {
  if (conversationIds.length === 0) return []
  const rows = await searchTables(db)
    .selectFrom('search_lines')
    .select('number')
    .where('conversation_id', 'in', conversationIds)
    .where('kind', 'in', kinds)
    .execute()
  return rows.map(({ number }) => number)
}

/** The position of the last message that is in the index, by conversation. */
export async function selectReached(db: Db, conversationIds: readonly string[]): Promise<Map<string, number>> {
  if (conversationIds.length === 0) return new Map()
  const rows = await searchTables(db)
    .selectFrom('search_lines')
    .select(({ fn }) => ['conversation_id', fn.max('message').as('message')])
    .where('conversation_id', 'in', conversationIds)
    .where('kind', '=', 'message')
    .groupBy('conversation_id')
    .execute()
  return new Map(rows.map(({ conversation_id, message }) => [conversation_id, message]))
}

const NUMBERS_AT_ONCE = 5_000 // a statement may have 32,766 parameters at most

/** Picks the line numbers that are taken already. */
export async function selectTaken(db: Db, numbers: readonly number[]): Promise<number[]> {
  const taken: number[] = []
  for (const some of batches(numbers, NUMBERS_AT_ONCE)) {
    const rows = await searchTables(db)
      .selectFrom('search_lines')
      .select('number')
      .where('number', 'in', some)
      .execute()
    taken.push(...rows.map(({ number }) => number))
  }
  return taken
}

export const selectMessagesAfter = (db: Db, conversationId: string, position: number, limit: number) =>
  db
    .selectFrom('messages')
    .select(['position', 'content', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .where('position', '>', position)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute()

export const selectNotesOf = (db: Db, conversationIds: readonly string[]) =>
  db
    .selectFrom('thread_entries')
    .select(['conversation_id', 'after_message', 'number', 'content', 'created_at'])
    .where('conversation_id', 'in', conversationIds)
    .where('type', '=', 'note')
    .execute()

export async function selectContent(db: Db, line: SearchLine): Promise<string | null | undefined> {
  if (line.kind === 'message')
    return (
      await db
        .selectFrom('messages')
        .select('content')
        .where('conversation_id', '=', line.conversation_id)
        .where('position', '=', line.message)
        .executeTakeFirst()
    )?.content
  return (
    await db
      .selectFrom('thread_entries')
      .select('content')
      .where('conversation_id', '=', line.conversation_id)
      .where('after_message', '=', line.message)
      .where('number', '=', line.entry)
      .where('type', '=', 'note')
      .executeTakeFirst()
  )?.content
}

/** The filters of a search that its conversations must pass; the other parameters are about its lines. */
export type ResultFilter = Omit<Parsed<'search'>['query'], 'q' | 'from' | 'to' | 'expand' | 'cursor'>

/**
 * The ids of the conversations with the filter's assignee and label, if they are few: then only their lines are
 * searched.
 * @returns undefined if the filter has neither, or if more than `limit` conversations pass
 */
export async function selectFew(
  db: Db,
  organizationId: string,
  { assignee, label }: ResultFilter,
  limit: number,
): Promise<string[] | undefined> {
  if (!assignee && !label) return undefined
  let query = db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
  if (assignee) query = query.where('assignee_id', '=', assignee)
  if (label)
    query = query.where('id', 'in', (from) =>
      from.selectFrom('conversation_labels').select('conversation_id').where('label_id', '=', label),
    )
  const rows = await query.limit(limit + 1).execute()
  return rows.length > limit ? undefined : rows.map(({ id }) => id)
}

/** Picks the conversations that pass the filter and are not deleted, and whose agents are not deleted. */
export function selectFound(db: Db, ids: readonly string[], filter: ResultFilter) {
  const { agent, assignee, label, status, origin, ...unknown } = filter
  unknown satisfies Record<string, never> // a filter of the contract that is not applied below does not compile
  let query = db
    .selectFrom('conversations')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .selectAll('conversations')
    .where('conversations.id', 'in', ids)
    .where('conversations.deleted_at', 'is', null)
    .where('agents.deleted_at', 'is', null)
  if (agent) query = query.where('conversations.agent_id', '=', agent)
  if (assignee) query = query.where('conversations.assignee_id', '=', assignee)
  if (label) {
    const labelled = db.selectFrom('conversation_labels').select('conversation_id').where('label_id', '=', label)
    query = query.where('conversations.id', 'in', labelled.where('conversation_id', 'in', ids))
  }
  if (status) query = query.where('conversations.status', '=', status)
  if (origin) query = query.where('conversations.origin', '=', origin)
  return query.execute()
}
