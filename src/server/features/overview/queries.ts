import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Origin } from '#contract/enums.ts'
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
export interface Stretch {
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

/** The sums of a time. */
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
export function selectReplyTimes(db: Db, scope: Scope, stretch: Stretch) {
  return factsOf(db, scope, stretch)
    .select(sql<number>`(reply_ms + 500) / 1000`.as('seconds'))
    .select((all) => all.fn.countAll<number>().as('count'))
    .where('reply_ms', '>', 0)
    .groupBy(sql.ref('seconds'))
    .orderBy(sql.ref('seconds'))
    .execute()
}

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
