import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Origin } from '#contract/enums.ts'
import { countRows } from '../../db/count-rows.ts'
import type { Db } from '../../db/tables.ts'
import { QUIET_MS } from '../facts/index.ts'
import { type Column, columns, type Sums } from './columns.ts'
import { HOUR_MS } from './hours.ts'

/** What a sum is about: an agent or an organization, and one channel or all. */
export interface Scope {
  organizationId: string
  /** The agent's id, or the organization's for all its agents. */
  id: string
  channel: Origin | undefined
}

/** A time from its first millisecond to its last one. */
interface Stretch {
  from: number
  to: number
}

/** A row's place in a list that begins with the latest. */
export interface Position {
  at: number
  id: string
}

/**
 * The condition under which a conversation counts in each column. This is the one definition of all numbers that are
 * summed. A conversation has ended once it is closed, or when nothing was written in it for `QUIET_MS`. The few that
 * are not quiet yet are looked up, as facts don't tell when a conversation's last message was written.
 */
function conditionsAt(now: number, { organizationId }: Scope): Record<Column, RawBuilder<SqlBool>> {
  const quietSince = now - QUIET_MS
  const isAlone = sql`answered_at is not null and unknown_at is null and handed_over_at is null`
  const isUnconfirmed = sql`${isAlone} and coalesce(rating, '') <> 'good'`
  const lively = sql`select id from conversations where organization_id = ${organizationId} and status = 'open'
    and deleted_at is null and updated_at > ${quietSince} and last_message_at > ${quietSince}`
  const isQuiet = sql`closed_at is null and started_at <= ${quietSince}
    and (conversation_id is null or conversation_id not in (${lively}))`
  const reason = (name: Column) => sql<SqlBool>`hand_over_reason = ${sql.lit(name)}`
  return {
    conversations: sql<SqlBool>`true`,
    new_visitors: sql<SqlBool>`is_new_visitor = 1`,
    confirmed: sql<SqlBool>`${isAlone} and rating = 'good'`,
    silent: sql<SqlBool>`${isUnconfirmed} and reopened_at is null and (closed_at <= ${now} or ${isQuiet})`,
    reopened: sql<SqlBool>`${isUnconfirmed} and reopened_at is not null`,
    asked_for_person: reason('asked_for_person'),
    no_answer: reason('no_answer'),
    model_failed: reason('model_failed'),
    people_only: reason('people_only'),
    no_credits: reason('no_credits'),
    taken_over: reason('taken_over'),
    unknown: sql<SqlBool>`unknown_at is not null`,
    good: sql<SqlBool>`rating = 'good'`,
    bad: sql<SqlBool>`rating = 'bad'`,
    replied: sql<SqlBool>`reply_ms > 0`,
  }
}

/** The facts of the conversations that started in a time. */
function factsOf(db: Db, scope: Scope, { from, to }: Stretch) {
  let query = db
    .selectFrom('conversation_facts')
    .where('organization_id', '=', scope.organizationId)
    .where('started_at', '>=', from)
    .where('started_at', '<=', to)
  if (scope.id !== scope.organizationId) query = query.where('agent_id', '=', scope.id)
  return scope.channel ? query.where('origin', '=', scope.channel) : query
}

const sumsAt = (now: number, scope: Scope) => {
  const conditions = conditionsAt(now, scope)
  return columns.map((column) => sql<number>`count(*) filter (where ${conditions[column]})`.as(column))
}

export const selectTotal = (db: Db, scope: Scope, stretch: Stretch, now: number): Promise<Sums> =>
  factsOf(db, scope, stretch).select(sumsAt(now, scope)).executeTakeFirstOrThrow() as Promise<Sums>

/** The replies of the organization's own models in the conversations that started in a time. */
export async function countOwnKeyReplies(db: Db, scope: Scope, stretch: Stretch): Promise<number> {
  const sum = sql<number>`coalesce(sum(own_key_replies), 0)`.as('replies')
  return Number((await factsOf(db, scope, stretch).select(sum).executeTakeFirstOrThrow()).replies)
}

/** The sums over the conversations that started in one hour. */
export type Hour = Sums & { at: number }

/** The sums of each hour of a time that begins with a full hour; hours without conversations are left out. */
export async function selectHours(db: Db, scope: Scope, stretch: Stretch, now: number): Promise<Hour[]> {
  const rows = await factsOf(db, scope, stretch)
    .select(sql<number>`(started_at - cast(${stretch.from} as bigint)) / ${sql.lit(HOUR_MS)}`.as('hour'))
    .select(sumsAt(now, scope))
    .groupBy(sql.ref('hour'))
    .execute()
  return rows.map(({ hour, ...sums }) => ({ ...(sums as Sums), at: stretch.from + hour * HOUR_MS }))
}

/** How many first human replies took how many seconds of working time, the quickest first. */
export const selectReplyTimes = (db: Db, scope: Scope, stretch: Stretch) =>
  factsOf(db, scope, stretch)
    .select(sql<number>`(reply_ms + 500) / 1000`.as('seconds'))
    .select((all) => all.fn.countAll<number>().as('count'))
    .where('reply_ms', '>', 0)
    .groupBy(sql.ref('seconds'))
    .orderBy(sql.ref('seconds'))
    .execute()

/** What became of the replies that the AI suggested in the conversations that started in a time. */
export const selectSuggestions = (db: Db, scope: Scope, stretch: Stretch) =>
  factsOf(db, scope, stretch)
    .select(sql<number>`cast(coalesce(sum(suggestions_sent), 0) as integer)`.as('sent'))
    .select(sql<number>`cast(coalesce(sum(suggestions_edited), 0) as integer)`.as('edited'))
    .select(sql<number>`cast(coalesce(sum(suggestions_discarded), 0) as integer)`.as('discarded'))
    .executeTakeFirstOrThrow()

/** The conversations that started in a time and count in a column of `counted`, latest first. */
export function selectCounted(
  db: Db,
  scope: Scope,
  {
    from,
    to,
    counted,
    before,
    now,
  }: Stretch & { counted: readonly Column[]; before?: Position | undefined; now: number },
  limit: number,
) {
  const conditions = conditionsAt(now, scope)
  let query = factsOf(db, scope, { from, to })
    .select(['id', 'conversation_id', 'started_at as at'])
    .where((all) => all.or(counted.map((column) => conditions[column])))
  if (before) query = query.where(sql<SqlBool>`(started_at, id) < (${before.at}, ${before.id})`)
  return query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** The organization's agents that a scope means; none where it names an agent of another organization. */
export const selectAgentIds = async (db: Db, scope: Scope): Promise<string[]> =>
  (await agentsIn(db, scope).execute()).map(({ id }) => id)

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

const neverCited = (db: Db, agents: readonly string[], since: number) =>
  db
    .selectFrom('sources')
    .where('agent_id', 'in', agents)
    .where('status', '=', 'completed')
    .where('is_draft', '=', 0)
    .where(({ exists, not }) => not(exists(citationsOf(db, since).select('message_id'))))

/** Trained sources that no answer has cited since a time, the oldest first. */
export async function selectNeverCited(db: Db, agents: readonly string[], since: number, limit: number) {
  const query = neverCited(db, agents, since).select(['id', 'agent_id', 'title', 'type'])
  const rows = await query.orderBy('id').limit(limit).execute()
  return rows.map((row) => ({ ...row, answers: 0 }))
}

export const countNeverCited = (db: Db, agents: readonly string[], since: number): Promise<number> =>
  countRows(neverCited(db, agents, since))
