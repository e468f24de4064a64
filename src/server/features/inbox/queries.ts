import { sql } from 'kysely'
import type { Input } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'

type Query = NonNullable<Input<'listInbox'>['query']>

export interface InboxFilter {
  view: NonNullable<Query['view']>
  agent?: string | undefined
  origin?: Row<'conversations'>['origin'] | undefined
  /** The position of the previous page's last line. */
  after?: { updatedAt: number; id: string } | undefined
}

export type InboxRow = Row<'conversations'> & { question: string | null }

const EXCERPT_CHARACTERS = 200

/** If the visitor waits for a person: their last message before the AI's notice that a person will take over. */
const question = sql<string | null>`case
  when conversations.waiting_since is not null and conversations.last_message_role <> 'visitor' then (
    select substr(messages.content, 1, ${sql.lit(EXCERPT_CHARACTERS)}) from messages
    where messages.conversation_id = conversations.id and messages.role = 'visitor'
    order by messages.position desc limit 1)
  end`

/** Conversations of an organization's agents that are not deleted, latest activity first. */
export function selectInbox(db: Db, organizationId: string, filter: InboxFilter, limit: number): Promise<InboxRow[]> {
  let query = db
    .selectFrom('conversations')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .selectAll('conversations')
    .select(question.as('question'))
    .where('conversations.organization_id', '=', organizationId)
    .where('conversations.deleted_at', 'is', null)
    .where('agents.deleted_at', 'is', null)
    .where('conversations.status', '=', filter.view === 'closed' ? 'closed' : 'open')
  if (filter.view === 'needs_person') query = query.where('conversations.waiting_since', 'is not', null)
  if (filter.view === 'ai') query = query.where('conversations.response_mode', '=', 'ai')
  if (filter.view === 'with_people') query = query.where('conversations.response_mode', '=', 'human')
  if (filter.agent) query = query.where('conversations.agent_id', '=', filter.agent)
  if (filter.origin) query = query.where('conversations.origin', '=', filter.origin)
  if (filter.after) {
    const { updatedAt, id } = filter.after
    query = query.where(sql<boolean>`(conversations.updated_at, conversations.id) < (${updatedAt}, ${id})`)
  }
  return query.orderBy('conversations.updated_at', 'desc').orderBy('conversations.id', 'desc').limit(limit).execute()
}

/** The counters of an organization's agents that are not deleted, or of one of them, for `addUp`. */
export function selectInboxCounters(db: Db, organizationId: string, agentId: string | undefined) {
  let query = db
    .selectFrom('agents')
    .innerJoin('counters', 'counters.owner_id', 'agents.id')
    .select(['counters.name', sql<number>`cast(sum(counters.value) as bigint)`.as('value')])
    .where('agents.organization_id', '=', organizationId)
    .where('agents.deleted_at', 'is', null)
  if (agentId) query = query.where('agents.id', '=', agentId)
  return query.groupBy('counters.name').execute()
}

/**
 * The time of the last answer of the AI or a person, read from the most recently changed conversation that ends with
 * one; null if none does.
 */
export async function selectLastReplyAt(db: Db, organizationId: string, agentId: string | undefined) {
  let latest = db
    .selectFrom('conversations')
    .select(['last_message_at', 'updated_at'])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['open', 'closed'])
    .where('last_message_role', 'in', ['assistant', 'human'])
    .where('message_count', '>', 1)
  if (agentId) latest = latest.where('agent_id', '=', agentId)
  const row = await latest.orderBy('updated_at', 'desc').limit(1).executeTakeFirst()
  return row?.last_message_at ?? null
}
