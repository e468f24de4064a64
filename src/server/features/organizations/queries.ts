import { type SqlBool, sql } from 'kysely'
import { addUp } from '../../db/counters.ts'
import { hasRowLocks } from '../../db/dialect.ts'
import { forUpdate } from '../../db/lock.ts'
import { preparedOne, preparedWrite } from '../../db/prepared.ts'
import type { NewRow } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { insert: insertOrganization, change: changeOrganization } = rowsOf('organizations')

export const selectOrganization = preparedOne((db, id: string) =>
  db.selectFrom('organizations').selectAll().where('id', '=', id),
)

/** An organization, with a person's role in it and when they were last seen there; both null if they are no member. */
export const selectOrganizationFor = preparedOne((db, id: string, userId: string) =>
  db
    .selectFrom('organizations')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.organization_id', '=', 'organizations.id').on('memberships.user_id', '=', userId),
    )
    .selectAll('organizations')
    .select(['memberships.role', 'memberships.last_seen_at'])
    .where('organizations.id', '=', id),
)

/** The id of the organization that was made first, whose owners run the server; undefined if there is none. */
export async function firstOrganization(db: Db): Promise<string | undefined> {
  const all = db.selectFrom('organizations').select('id')
  return (await all.orderBy('created_at').orderBy('id').limit(1).executeTakeFirst())?.id
}

/** Makes somebody a member, unless they are one. */
export async function insertMembership(tx: Tx, row: NewRow<'memberships'>): Promise<void> {
  await tx
    .insertInto('memberships')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .execute()
}

export async function isRevoked(tx: Tx, keyId: string): Promise<boolean> {
  const key = await tx.selectFrom('api_keys').select('revoked_at').where('id', '=', keyId).executeTakeFirst()
  return key?.revoked_at !== null
}

/** Whether a session still exists; if so, it is locked, and nobody can end it until the transaction ends. */
export async function holdSession(tx: Tx, sessionId: string): Promise<boolean> {
  const session = tx.selectFrom('sessions').select('id').where('id', '=', sessionId)
  return (await (hasRowLocks(tx) ? session.forKeyShare() : session).executeTakeFirst()) !== undefined
}

export function selectOrganizationsOf(db: Db, userId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select(['organizations.id', 'organizations.name', 'organizations.plan', 'memberships.role'])
    .select('organizations.responders_teach')
    .where('memberships.user_id', '=', userId)
    .orderBy('organizations.id')
    .execute()
}

export function selectMembershipsOf(db: Db, userId: string) {
  return db.selectFrom('memberships').selectAll().where('user_id', '=', userId).execute()
}

export async function markSeen(tx: Tx, organizationId: string, userId: string, now: number, before: number) {
  await tx
    .updateTable('memberships')
    .set({ last_seen_at: now })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where((row) => row.or([row('last_seen_at', 'is', null), row('last_seen_at', '<', before)]))
    .execute()
}

/** The end of the name of a block's row. */
const BLOCK = /~\d+$/

/** What an organization has used of each quota, not counting the unused rest of blocks (see credits.ts). */
export async function selectUsage(db: Db, organizationId: string, month: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('quota_usage')
    .select(['name', 'used as value'])
    .where('organization_id', '=', organizationId)
    .where('period', 'in', ['', month])
    .execute()
  return addUp(rows.map(({ name, value }) => ({ name: name.replace(BLOCK, ''), value })))
}

/**
 * Adds to a usage unless that exceeds the limit, which must be at least what is added: a first usage is not checked. A
 * single statement, so that it is exact even if called concurrently.
 * @returns whether it was added
 */
export async function addUsageWithin(tx: Tx, usage: NewRow<'quota_usage'>, limit: number): Promise<boolean> {
  return (await upsertUsage(tx, usage, limit - usage.used)) !== undefined
}

const upsertUsage = preparedOne((db, usage: NewRow<'quota_usage'>, atMostBefore: number) =>
  db
    .insertInto('quota_usage')
    .values(usage)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'name', 'period'])
        .doUpdateSet((update) => ({ used: update('quota_usage.used', '+', update.ref('excluded.used')) }))
        .where('quota_usage.used', '<=', atMostBefore),
    )
    .returning('used'),
)

export const subtractUsage = preparedWrite((db, usage: NewRow<'quota_usage'>) =>
  db
    .updateTable('quota_usage')
    .set((update) => ({ used: update('used', '-', usage.used) }))
    .where('organization_id', '=', usage.organization_id)
    .where('name', '=', usage.name)
    .where('period', '=', usage.period),
)

type Usage = NewRow<'quota_usage'>

/** Adds the unused rest of a block, a negative number, to the block's row. */
export const setAside = preparedWrite((db, left: Usage) =>
  db
    .insertInto('quota_usage')
    .values(left)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'name', 'period'])
        .doUpdateSet((update) => ({ used: update('quota_usage.used', '+', update.ref('excluded.used')) })),
    ),
)

/**
 * Takes a credit from a block that nobody has locked, unless the usage exceeds the limit, as after a change of plan.
 */
export const takeFromFreeBlock = preparedTake((db, usage: Usage, limit: number) =>
  takeFrom(db, usage, (block) => block.skipLocked()).where(
    db
      .selectFrom('quota_usage as whole')
      .select('used')
      .where('organization_id', '=', usage.organization_id)
      .where('name', '=', usage.name)
      .where('period', '=', usage.period),
    '<=',
    limit,
  ),
)

/**
 * Takes a credit from any block within the limit, waiting for locks. The usage row must be locked against new blocks.
 */
export const takeFromAnyBlock = preparedTake((db, usage: Usage, limit: number) =>
  takeFrom(db, usage, (block) => block).where(
    db
      .selectFrom('quota_usage as part')
      .select(sql<number>`cast(sum(used) as bigint)`.as('used'))
      .where('organization_id', '=', usage.organization_id)
      .where('period', '=', usage.period)
      .where((part) => part.or([part('name', '=', usage.name), isBlock('part.name', usage.name)])),
    '<',
    limit,
  ),
)

/**
 * Deletes all blocks, waiting for locks, while the usage row is locked.
 * @returns the (negative) sum of what they held
 */
export async function deleteBlocks(tx: Tx, usage: Usage): Promise<number> {
  const blocks = await tx
    .deleteFrom('quota_usage')
    .where('organization_id', '=', usage.organization_id)
    .where('period', '=', usage.period)
    .where(isBlock('name', usage.name))
    .where('used', '<', 0)
    .returning('used')
    .execute()
  return blocks.reduce((sum, { used }) => sum + used, 0)
}

/** Makes a function that takes a credit from a block and returns whether there was one. */
function preparedTake(build: (db: Db, usage: Usage, limit: number) => ReturnType<typeof takeFrom>) {
  const take = preparedOne((db, usage: Usage, limit: number) => build(db, usage, limit).returning('used'))
  return async (tx: Tx, usage: Usage, limit: number) => (await take(tx, usage, limit)) !== undefined
}

function takeFrom(db: Db, usage: Usage, waiting: (block: ReturnType<typeof blockOf>) => ReturnType<typeof blockOf>) {
  return db
    .updateTable('quota_usage')
    .set((update) => ({ used: update('used', '+', usage.used) }))
    .where('organization_id', '=', usage.organization_id)
    .where('period', '=', usage.period)
    .where('name', '=', waiting(forUpdate(db, blockOf(db, usage))))
    .where('used', '<', 0)
}

function blockOf(db: Db, usage: Usage) {
  return db
    .selectFrom('quota_usage as block')
    .select('name')
    .where('organization_id', '=', usage.organization_id)
    .where('period', '=', usage.period)
    .where(isBlock('block.name', usage.name))
    .where('used', '<', 0)
    .limit(sql.lit(1))
}

/** A condition for a counter's block rows, as a range for the index: `~` sorts after every digit. */
const isBlock = (column: string, name: string) =>
  sql<SqlBool>`(${sql.ref(column)} > ${name} || '~' and ${sql.ref(column)} < ${name} || '~~')`

/** Deletes at most `limit` usages of months before `month` (`2026-11`). @returns their number */
export async function deleteUsageBefore(tx: Tx, month: string, limit: number): Promise<number> {
  const result = await tx
    .deleteFrom('quota_usage')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('organization_id', 'name', 'period'),
        'in',
        selectFrom('quota_usage')
          .select(['organization_id', 'name', 'period'])
          .where('period', '!=', '')
          .where('period', '<', month)
          .limit(limit)
          .$asTuple('organization_id', 'name', 'period'),
      ),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** A held credit. It is stored as a row beside the counter, with a usage of 0. */
interface Held {
  organization_id: string
  period: string
  since: number
  id: string
}

// The names sort after those of blocks, and among themselves by time.
const HELD = 'message_credits~~'
const nameOf = ({ since, id }: Held) => `${HELD}${since}~${id}`

export async function insertHeld(tx: Tx, held: Held): Promise<void> {
  const { organization_id, period } = held
  await tx
    .insertInto('quota_usage')
    .values({ organization_id, period, name: nameOf(held), used: 0 })
    .execute()
}

/** @returns whether it was still held */
export async function deleteHeld(tx: Tx, held: Held): Promise<boolean> {
  const result = await tx
    .deleteFrom('quota_usage')
    .where('organization_id', '=', held.organization_id)
    .where('name', '=', nameOf(held))
    .where('period', '=', held.period)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Deletes the credits held since before `time`. @returns the organization and the month of each */
export function deleteHeldBefore(tx: Tx, time: number) {
  return tx
    .deleteFrom('quota_usage')
    .where('name', '>', HELD)
    .where('name', '<', `${HELD}${time}`)
    .returning(['organization_id', 'period'])
    .execute()
}

/** Whether any member of an organization is available. */
export async function isAnybodyAvailable(db: Db, organizationId: string): Promise<boolean> {
  const member = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('availability', '=', 'available')
    .limit(1)
    .executeTakeFirst()
  return member !== undefined
}
