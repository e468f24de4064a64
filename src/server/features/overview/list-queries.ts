import { type SqlBool, sql } from 'kysely'
import { countRows } from '../../db/count-rows.ts'
import type { Db } from '../../db/tables.ts'
import type { Position, Scope } from './queries.ts'

/** The organization's agents that a scope means; none where it names an agent of another organization. */
export async function selectAgentIds(db: Db, scope: Scope): Promise<string[]> {
  return (await agentsIn(db, scope).execute()).map(({ id }) => id)
}

function agentsIn(db: Db, scope: Scope) {
  const query = db
    .selectFrom('agents')
    .select('agents.id')
    .where('agents.organization_id', '=', scope.organizationId)
    .where('agents.deleted_at', 'is', null)
  return scope.id === scope.organizationId ? query : query.where('agents.id', '=', scope.id)
}

const COUNTED = 10_000 // no more waiting conversations than this are counted

/** Those who wait for people, or for an AI that does not answer although it could. */
function waiting(db: Db, scope: Scope) {
  const enabled = agentsIn(db, scope).where('agents.is_disabled', '=', 0)
  const query = db
    .selectFrom('conversations')
    .where('conversations.organization_id', '=', scope.organizationId)
    .where('conversations.agent_id', 'in', agentsIn(db, scope))
    .where('conversations.deleted_at', 'is', null)
    .where('conversations.status', '=', 'open')
    .where('conversations.snoozed_until', 'is', null)
    .where(sql<SqlBool>`(conversations.response_mode = 'human' or conversations.agent_id in ${enabled})`)
    .where('conversations.waiting_since', 'is not', null)
  return scope.channel ? query.where('conversations.origin', '=', scope.channel) : query
}

export async function countWaiting(db: Db, scope: Scope): Promise<number> {
  const some = waiting(db, scope).select('conversations.id').limit(COUNTED).as('some')
  const row = await db
    .selectFrom(some)
    .select((all) => all.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Conversations whose visitors wait, the latest first. */
export async function selectWaiting(db: Db, scope: Scope, before: Position | undefined, limit: number) {
  let query = waiting(db, scope).select(['conversations.id', 'conversations.waiting_since as at'])
  if (before)
    query = query.where(sql<SqlBool>`(conversations.waiting_since, conversations.id) < (${before.at}, ${before.id})`)
  const rows = await query.orderBy('waiting_since', 'desc').orderBy('conversations.id', 'desc').limit(limit).execute()
  return rows.map(({ id, at }) => ({ id, at: at ?? 0 }))
}

export async function countGaps(db: Db, agents: readonly string[], from: number): Promise<number> {
  if (agents.length === 0) return 0
  return countRows(
    db.selectFrom('gaps').where('agent_id', 'in', agents).where('state', '=', 'open').where('last_at', '>=', from),
  )
}

/** Conversations in which a question of an open gap was asked, by when one was asked last, the latest first. */
export async function selectGapConversations(
  db: Db,
  agents: readonly string[],
  from: number,
  before: Position | undefined,
  limit: number,
) {
  if (agents.length === 0) return []
  let query = db
    .selectFrom('gaps')
    .innerJoin('gap_messages', 'gap_messages.gap_id', 'gaps.id')
    .select(['gap_messages.conversation_id as id', sql<number>`max(gap_messages.asked_at)`.as('at')])
    .where('gaps.agent_id', 'in', agents)
    .where('gaps.state', '=', 'open')
    .where('gaps.last_at', '>=', from)
    .where('gap_messages.asked_at', '>=', from)
    .groupBy('gap_messages.conversation_id')
  if (before)
    query = query.having(sql<SqlBool>`(max(gap_messages.asked_at), gap_messages.conversation_id)
      < (${before.at}, ${before.id})`)
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** The sources that most answers have cited since a time, with the number of these answers. */
export async function selectMostCited(db: Db, agents: readonly string[], since: number, limit: number) {
  const count = citationsOf(db, since).select((all) => all.fn.countAll<number>().as('count'))
  const rows = await db
    .selectFrom('sources')
    .select(['id', 'agent_id', 'title', 'type'])
    .select(sql<number>`${count}`.as('answers'))
    .where('agent_id', 'in', agents)
    .orderBy('answers', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.filter(({ answers }) => answers > 0)
}

/** The citations of a source since a time, in a query of `sources`. */
const citationsOf = (db: Db, since: number) =>
  db
    .selectFrom('source_citations')
    .where('source_id', '=', sql.ref<string>('sources.id'))
    .where('created_at', '>=', since)

function neverCited(db: Db, agents: readonly string[], since: number) {
  return db
    .selectFrom('sources')
    .where('agent_id', 'in', agents)
    .where('status', '=', 'completed')
    .where('is_draft', '=', 0)
    .where(({ exists, not }) => not(exists(citationsOf(db, since).select('message_id'))))
}

/** Trained sources that no answer has cited since a time, the oldest first. */
export async function selectNeverCited(db: Db, agents: readonly string[], since: number, limit: number) {
  const query = neverCited(db, agents, since).select(['id', 'agent_id', 'title', 'type'])
  const rows = await query.orderBy('id').limit(limit).execute()
  return rows.map((row) => ({ ...row, answers: 0 }))
}

export const countNeverCited = (db: Db, agents: readonly string[], since: number): Promise<number> =>
  countRows(neverCited(db, agents, since))
