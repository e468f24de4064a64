import type { Parsed } from '#contract/index.ts'
import type { Db } from '../../db/tables.ts'
import type { SearchLine } from '../search-index/index.ts'

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
