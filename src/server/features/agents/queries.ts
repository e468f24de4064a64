import { sql } from 'kysely'
import { conversationStatuses } from '#contract/enums.ts'
import { addUp } from '../../db/counters.ts'
import { agentEventMark } from '../../db/event-mark.ts'
import { lockRow } from '../../db/lock.ts'
import { preparedOne } from '../../db/prepared.ts'
import type { Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { insert: insertAgent, change: changeAgent } = rowsOf('agents')
export const { insert: insertLogo } = rowsOf('agent_logos')

/** The PNG image in base64 of a logo; undefined if there is none, or another one is shown by now. */
export const selectLogo = preparedOne((db, id: string) =>
  db.selectFrom('agent_logos').select('image').where('id', '=', id),
)

export async function deleteLogo(tx: Tx, agentId: string): Promise<void> {
  await tx.deleteFrom('agent_logos').where('agent_id', '=', agentId).execute()
}

/**
 * An agent that is not deleted, with its plan, a text that changes with every event, and the user's role and when they
 * were last seen, both null for a stranger.
 */
export const selectAgentFor = preparedOne((db, id: string, userId: string) =>
  db
    .selectFrom('agents')
    .innerJoin('organizations', 'organizations.id', 'agents.organization_id')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.organization_id', '=', 'agents.organization_id').on('memberships.user_id', '=', userId),
    )
    .selectAll('agents')
    .select(['organizations.plan', 'memberships.role', 'memberships.last_seen_at', agentEventMark(db).as('event_mark')])
    .where('agents.id', '=', id)
    .where('agents.deleted_at', 'is', null),
)

/** An agent, unless it has been deleted. Does not check whether the caller may see it. */
export const selectAgent = preparedOne((db, id: string) =>
  db.selectFrom('agents').selectAll().where('id', '=', id).where('deleted_at', 'is', null),
)

/** An agent, even if it has been deleted, as a website may still ask for its chat and jobs may still have to end. */
export const selectAgentOfPast = preparedOne((db, id: string) =>
  db.selectFrom('agents').selectAll().where('id', '=', id),
)

/** Locks the agent until the transaction ends and reads it; undefined if it is deleted. */
export async function lockAgent(tx: Tx, id: string): Promise<Row<'agents'> | undefined> {
  await lockRow(tx, 'agents', id)
  return selectAgent(tx, id)
}

/** Whether an organization has a mailbox that is not deleted. */
export const hasMailbox = async (db: Db, organizationId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('mailboxes')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** Has no agent's visitors written to from a mailbox any more. @returns the ids of the agents that this changes */
export async function forgetMailbox(tx: Tx, mailboxId: string): Promise<string[]> {
  const rows = await tx
    .updateTable('agents')
    .set({ continuity_mailbox_id: null })
    .where('continuity_mailbox_id', '=', mailboxId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export interface AgentFilter {
  status?: 'active' | 'disabled' | undefined
  /** The id of the agents' AI model. */
  id?: string | undefined
}

/** The ids of an organization's agents that match a filter, for `paginate`. */
export function agentIds(db: Db, organizationId: string, filter: AgentFilter) {
  let query = db
    .selectFrom('agents')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
  if (filter.status) query = query.where('is_disabled', '=', filter.status === 'disabled' ? 1 : 0)
  if (filter.id) query = query.where('model_id', '=', filter.id)
  return query
}

export function selectAgents(db: Db, ids: string[]): Promise<Row<'agents'>[]> {
  return db.selectFrom('agents').selectAll().where('id', 'in', ids).execute()
}

export type FullAgent = Awaited<ReturnType<typeof selectFullAgents>>[number]

/** Agents with their totals, which are read from counters, and when one of their conversations last changed. */
export async function selectFullAgents(db: Db, ids: string[]) {
  const lastOf = (status: (typeof conversationStatuses)[number]) => sql<number | null>`(
    select max(conversations.updated_at) from conversations where conversations.agent_id = agents.id
      and conversations.status = ${status} and conversations.deleted_at is null)`
  const agents = await db
    .selectFrom('agents')
    .selectAll()
    .select(conversationStatuses.map((status) => lastOf(status).as(`last_${status}_at` as const)))
    .where('id', 'in', ids)
    .execute()
  const counters = await db.selectFrom('counters').selectAll().where('owner_id', 'in', ids).execute()
  return agents.map(({ last_open_at, last_closed_at, ...agent }) => ({
    ...agent,
    last_activity_at: Math.max(Number(last_open_at ?? 0), Number(last_closed_at ?? 0)) || null,
    totals: addUp(counters.filter(({ owner_id }) => owner_id === agent.id)),
  }))
}

/** Number of changes kept for each agent. A copy in memory that is further behind is loaded again as a whole. */
const KNOWLEDGE_CHANGES_KEPT = 1_000

/** Increases the version of an agent's knowledge, so that copies in memory reload the chunks of the source. */
export async function advanceKnowledge(tx: Tx, agentId: string, sourceId: string): Promise<void> {
  const { knowledge_version: version } = await tx
    .updateTable('agents')
    .set((update) => ({ knowledge_version: update('knowledge_version', '+', 1) }))
    .where('id', '=', agentId)
    .returning('knowledge_version')
    .executeTakeFirstOrThrow()
  await tx.insertInto('knowledge_changes').values({ agent_id: agentId, version, source_id: sourceId }).execute()
  await tx
    .deleteFrom('knowledge_changes')
    .where('agent_id', '=', agentId)
    .where('version', '<=', version - KNOWLEDGE_CHANGES_KEPT)
    .execute()
}

/**
 * The sources changed after version `after`, up to `upTo` or later; undefined if a change is not on record any more.
 */
export async function selectChangedSources(
  db: Db,
  agentId: string,
  after: number,
  upTo: number,
): Promise<string[] | undefined> {
  const changes = await db
    .selectFrom('knowledge_changes')
    .select(['version', 'source_id'])
    .where('agent_id', '=', agentId)
    .where('version', '>', after)
    .execute()
  if (changes.filter(({ version }) => version <= upTo).length < upTo - after) return undefined
  return [...new Set(changes.map(({ source_id }) => source_id))]
}
