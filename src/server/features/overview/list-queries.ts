import { type SqlBool, sql } from 'kysely'
import { countRows } from '../../db/count-rows.ts'
import type { Db } from '../../db/tables.ts'
import type { Scope } from './queries.ts'

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

function waiting(db: Db, scope: Scope) {
  const query = db
    .selectFrom('conversations')
    .where('conversations.organization_id', '=', scope.organizationId)
    .where('conversations.agent_id', 'in', agentsIn(db, scope))
    .where('conversations.deleted_at', 'is', null)
    .where(sql<SqlBool>`conversations.status = 'open' and conversations.response_mode = 'human'
      and conversations.snoozed_until is null`)
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

export interface Position {
  at: number
  id: string
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

/** The sources that most answers have cited since a day, with the number of these answers. */
export function selectMostCited(db: Db, agents: readonly string[], day: number, limit: number) {
  return db
    .selectFrom('citation_days')
    .innerJoin('sources', 'sources.id', 'citation_days.source_id')
    .select(['sources.id', 'sources.agent_id', 'sources.title', 'sources.type'])
    .select(sql<number>`cast(sum(citation_days.answers) as bigint)`.as('answers'))
    .where('citation_days.agent_id', 'in', agents)
    .where('citation_days.day', '>=', day)
    .groupBy(['sources.id', 'sources.agent_id', 'sources.title', 'sources.type'])
    .orderBy('answers', 'desc')
    .orderBy('sources.id')
    .limit(limit)
    .execute()
}

function neverCited(db: Db, agents: readonly string[], day: number) {
  const cited = db
    .selectFrom('citation_days')
    .select('source_id')
    .where('agent_id', 'in', agents)
    .where('day', '>=', day)
    .where('answers', '>', 0)
  return db
    .selectFrom('sources')
    .where('agent_id', 'in', agents)
    .where('status', '=', 'completed')
    .where('is_draft', '=', 0)
    .where('sources.id', 'not in', cited)
}

/** Trained sources that no answer has cited since a day, the oldest first. */
export async function selectNeverCited(db: Db, agents: readonly string[], day: number, limit: number) {
  const query = neverCited(db, agents, day).select(['id', 'agent_id', 'title', 'type'])
  const rows = await query.orderBy('id').limit(limit).execute()
  return rows.map((row) => ({ ...row, answers: 0 }))
}

export const countNeverCited = (db: Db, agents: readonly string[], day: number): Promise<number> =>
  countRows(neverCited(db, agents, day))
