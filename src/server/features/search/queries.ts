import type { Row } from '../../db/rows.ts'
import { type SearchLine, type SearchPlace, searchTables } from '../../db/search-index.ts'
import type { Db, Tx } from '../../db/tables.ts'

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

export async function selectOrganizationIds(db: Db): Promise<string[]> {
  return (await db.selectFrom('organizations').select('id').execute()).map(({ id }) => id)
}

/** Conversations that are not deleted, by id, the newest first. */
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

export const selectLinesOf = (db: Db, conversationIds: readonly string[]): Promise<SearchLine[]> =>
  searchTables(db)
    .selectFrom('search_lines')
    .select(['number', 'organization_id', 'conversation_id', 'kind', 'message', 'entry'])
    .where('conversation_id', 'in', conversationIds)
    .execute()

export async function selectTaken(db: Db, numbers: readonly number[]): Promise<number[]> {
  const rows = await searchTables(db)
    .selectFrom('search_lines')
    .select('number')
    .where('number', 'in', numbers)
    .execute()
  return rows.map(({ number }) => number)
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

export interface ResultFilter {
  agent?: string | undefined
  status?: Row<'conversations'>['status'] | undefined
  origin?: Row<'conversations'>['origin'] | undefined
}

/** Those of the conversations that are not deleted and pass the filter. */
export function selectFound(db: Db, ids: readonly string[], { agent, status, origin }: ResultFilter) {
  let query = db
    .selectFrom('conversations')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .selectAll('conversations')
    .where('conversations.id', 'in', ids)
    .where('conversations.deleted_at', 'is', null)
    .where('agents.deleted_at', 'is', null)
  if (agent) query = query.where('conversations.agent_id', '=', agent)
  if (status) query = query.where('conversations.status', '=', status)
  if (origin) query = query.where('conversations.origin', '=', origin)
  return query.execute()
}
