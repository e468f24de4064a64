import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Origin } from '#contract/enums.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Span } from '../organizations/index.ts'
import { type Column, columns, type Sums } from './columns.ts'
import { DAY_MS, HOUR_MS } from './hours.ts'
import type { Counted } from './sum.ts'

const WEEK_HOURS = 7 * 24

/** What a sum is about: an agent or an organization, and one channel or all. */
export interface Scope {
  organizationId: string
  /** The agent's id, or the organization's for all its agents. */
  id: string
  channel: Origin | undefined
}

/** The agent and the channel whose conversations are summed. */
export interface Place {
  organization_id: string
  agent_id: string
  origin: Origin
}

export const selectPlace = (db: Db, organizationId: string): Promise<Row<'overview_places'> | undefined> =>
  db.selectFrom('overview_places').selectAll().where('organization_id', '=', organizationId).executeTakeFirst()

export async function writePlace(tx: Tx, row: NewRow<'overview_places'>): Promise<void> {
  const { organization_id, ...changes } = row
  await tx
    .insertInto('overview_places')
    .values(row)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(changes))
    .execute()
}

export async function selectZone(db: Db, organizationId: string): Promise<string | undefined> {
  const query = db.selectFrom('organizations').select('time_zone').where('id', '=', organizationId)
  return (await query.executeTakeFirst())?.time_zone
}

/**
 * The ids of the organizations whose sums are not up to date. Some become so without an event, as when a conversation
 * has gone quiet.
 */
export async function selectBehind(db: Db, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select organization_id as id from stale_hours
    union select organization_id from overview_hours where due_at <= ${now} and due_at is not null
    union select organization_id from overview_places where summed_to is not null
    union select id from organizations where id not in (select organization_id from overview_places)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Each organization's time zone, and how many milliseconds after the full hour of UTC the hours of its sums begin. */
export const selectAlignments = (db: Db) =>
  db
    .selectFrom('overview_places')
    .innerJoin('organizations', 'organizations.id', 'overview_places.organization_id')
    .select(['organizations.id', 'organizations.time_zone', 'overview_places.alignment'])
    .execute()

export const selectStaleHour = (db: Db, organizationId: string): Promise<Row<'stale_hours'> | undefined> =>
  db
    .selectFrom('stale_hours')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('agent_id')
    .orderBy('origin')
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst()

export async function deleteStaleHours(tx: Tx, place: Place, from: number, to: number): Promise<void> {
  await tx
    .deleteFrom('stale_hours')
    .where('organization_id', '=', place.organization_id)
    .where('agent_id', '=', place.agent_id)
    .where('origin', '=', place.origin)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .execute()
}

export function selectDueHour(db: Db, organizationId: string, now: number) {
  return db
    .selectFrom('overview_hours')
    .select(['scope_id', 'origin', 'hour'])
    .where('organization_id', '=', organizationId)
    .where('due_at', 'is not', null)
    .where('due_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
}

/**
 * For each column but `conversations`, in which all count, a condition that every conversation which counts in it
 * meets, so that the few of a rare column are found without reading all others. Others may meet it too: `columnsOf`
 * decides which count.
 */
const needed: Partial<Record<Column, RawBuilder<SqlBool>>> = {
  new_visitors: sql<SqlBool>`is_new_visitor = 1`,
  confirmed: sql<SqlBool>`rating = 'good'`,
  silent: sql<SqlBool>`answered_at is not null`,
  reopened: sql<SqlBool>`reopened_at is not null`,
  asked_for_person: sql<SqlBool>`hand_over_reason = 'asked_for_person'`,
  no_answer: sql<SqlBool>`hand_over_reason = 'no_answer'`,
  model_failed: sql<SqlBool>`hand_over_reason = 'model_failed'`,
  people_only: sql<SqlBool>`hand_over_reason = 'people_only'`,
  no_credits: sql<SqlBool>`hand_over_reason = 'no_credits'`,
  taken_over: sql<SqlBool>`hand_over_reason = 'taken_over'`,
  unknown: sql<SqlBool>`unknown_at is not null`,
  good: sql<SqlBool>`rating = 'good'`,
  bad: sql<SqlBool>`rating = 'bad'`,
  replied: sql<SqlBool>`reply_ms is not null`,
}

/**
 * The facts of the conversations that started in a time, with the times of their last messages.
 * @param counted leaves out most conversations that count in none of these columns
 */
export function selectCounted(
  db: Db,
  owner: { agent: string } | { organization: string },
  origin: Origin | undefined,
  { from, to, counted = [] }: { from: number; to: number; counted?: readonly Column[] },
): Promise<Counted[]> {
  const column = 'agent' in owner ? 'conversation_facts.agent_id' : 'conversation_facts.organization_id'
  let query = db
    .selectFrom('conversation_facts')
    .leftJoin('conversations', 'conversations.id', 'conversation_facts.conversation_id')
    .selectAll('conversation_facts')
    .select('conversations.last_message_at')
    .where(column, '=', 'agent' in owner ? owner.agent : owner.organization)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
  if (origin) query = query.where('conversation_facts.origin', '=', origin)
  const conditions = counted.flatMap((name) => needed[name] ?? [])
  if (counted.length > 0 && conditions.length === counted.length)
    query = query.where(sql<SqlBool>`(${sql.join(conditions, sql` or `)})`)
  return query.execute()
}

/** When an organization's first conversation at or after `from` started; undefined if there is none. */
export async function selectNextStart(db: Db, organizationId: string, from: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('conversation_facts')
    .select('started_at')
    .where('organization_id', '=', organizationId)
    .where('started_at', '>=', from)
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst()
  return row?.started_at
}

export async function deleteHours(tx: Tx, organizationId: string): Promise<void> {
  await tx.deleteFrom('overview_hours').where('organization_id', '=', organizationId).execute()
}

export async function writeHour(tx: Tx, row: NewRow<'overview_hours'>): Promise<void> {
  const { scope_id, hour, origin, organization_id: _same, ...changes } = row
  await tx
    .insertInto('overview_hours')
    .values(row)
    .onConflict((conflict) => conflict.columns(['scope_id', 'hour', 'origin']).doUpdateSet(changes))
    .execute()
}

/** The sums of an hour of each of an organization's agents, in one channel. */
export function selectAgentsHour(db: Db, { organization_id, origin }: Place, hour: number) {
  return db
    .selectFrom('overview_hours')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('hour', '=', hour)
    .where('origin', '=', origin)
    .where('scope_id', '<>', organization_id)
    .execute()
}

const sums = columns.map((column) => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column))

function hoursOf(db: Db, scope: Scope, from: number, to: number) {
  const query = db
    .selectFrom('overview_hours')
    .where('scope_id', '=', scope.id)
    .where('organization_id', '=', scope.organizationId)
    .where('hour', '>=', from)
    .where('hour', '<', to)
  return scope.channel ? query.where('origin', '=', scope.channel) : query
}

export interface Stretch {
  from: number
  to: number
}

/** What clocks show at the beginning of an hour. Numbers are cast, as PostgreSQL takes those in a `case` for text. */
function shown(offsets: readonly Span[]) {
  const cases = offsets.map(({ to, offset }) => sql`when hour < ${to} then cast(${offset} as bigint)`)
  return sql<number>`(hour + case ${sql.join(cases, sql` `)} end)`
}

/** The sums of an hour or a day; `reply_times` is their histograms one after the other, as `addStored` reads them. */
export type PartSums = Sums & { part: number; reply_times: string | null }

/**
 * The sums of a time: by hour if `days` is null, else by day of the clocks with these offsets, counted from 1970. The
 * database adds up the hours of a day, as handing over a long range's thousands of hours would take too long.
 */
export function selectSums(db: Db, scope: Scope, { from, to }: Stretch, days: readonly Span[] | null) {
  const part = days ? sql<number>`${shown(days)} / ${sql.lit(DAY_MS)}` : sql<number>`hour`
  return hoursOf(db, scope, from, to)
    .select(part.as('part'))
    .select(sums)
    .select(sql<string | null>`string_agg(reply_times, '')`.as('reply_times'))
    .groupBy(sql.ref('part'))
    .execute() as Promise<PartSums[]>
}

/** How many conversations started in each hour of the week, by clocks with these offsets. Hour 0 is Thursday 0:00. */
export function selectLoad(db: Db, scope: Scope, { from, to }: Stretch, offsets: readonly Span[]) {
  return hoursOf(db, scope, from, to)
    .select(sql<number>`${shown(offsets)} / ${sql.lit(HOUR_MS)} % ${sql.lit(WEEK_HOURS)}`.as('hour_of_week'))
    .select(sql<number>`cast(sum(conversations) as bigint)`.as('conversations'))
    .groupBy(sql.ref('hour_of_week'))
    .execute()
}

/** The hours from `from` until `to` in which a column of `counted` is not 0, latest first; at most `limit`. */
export async function selectHoursWith(
  db: Db,
  scope: Scope,
  { from, to, counted }: { from: number; to: number; counted: readonly Column[] },
  limit: number,
): Promise<number[]> {
  const any = sql<SqlBool>`(${sql.join(
    counted.map((column) => sql.ref(column)),
    sql` + `,
  )}) > 0`
  const query = hoursOf(db, scope, from, to).select('hour').distinct().where(any)
  return (await query.orderBy('hour', 'desc').limit(limit).execute()).map(({ hour }) => hour)
}

/** Conversations of an organization after an id, deleted ones too. */
export function selectConversationsAfter(db: Db, organizationId: string, after: string, limit: number) {
  return db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export const selectAllHours = (db: Db, organizationId: string): Promise<Row<'overview_hours'>[]> =>
  db.selectFrom('overview_hours').selectAll().where('organization_id', '=', organizationId).execute()

/** The agents of an organization, deleted ones too. */
export async function selectAgentIdsEver(db: Db, organizationId: string): Promise<string[]> {
  const query = db.selectFrom('agents').select('id').where('organization_id', '=', organizationId)
  return (await query.execute()).map(({ id }) => id)
}
