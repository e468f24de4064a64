import { randomInt } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { hasRowLocks } from '../../db/dialect.ts'
import { held } from '../../db/lock.ts'
import { preparedOne, preparedWrite } from '../../db/prepared.ts'
import type { NewRow } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { addUsageWithin } from './queries.ts'

/** Credits that are taken from the limit at once. */
const BLOCK = 20
/** Rows that blocks are spread over: far more than transactions that take a credit at the same time. */
const BLOCK_ROWS = 64

type Usage = NewRow<'quota_usage'>

/**
 * Takes one credit within the limit, or changes nothing.
 *
 * On PostgreSQL whoever changes the row of an organization's usage waits until the other's commit is on disk. So credits
 * are taken from there in blocks. What is left of a block is a row named `message_credits~17`, counted below zero: usage
 * is the sum of all rows, exact at any moment, whichever process dies. A credit is taken from a block that nobody else
 * holds; near the limit one by one, and last from whatever block has one left.
 */
export async function takeCredit(tx: Tx, usage: Usage, limit: number): Promise<boolean> {
  if (hasRowLocks(tx)) {
    if (await takeFromFreeBlock(tx, usage, limit)) return true
    if (BLOCK <= limit && (await addUsageWithin(tx, { ...usage, used: BLOCK }, limit))) {
      const name = `${usage.name}~${randomInt(BLOCK_ROWS)}`
      await setAside(tx, { ...usage, name, used: 1 - BLOCK })
      return true
    }
  }
  if (await addUsageWithin(tx, usage, limit)) return true
  return (await takeFromAnyBlock(tx, usage, limit)) !== undefined
}

const setAside = preparedWrite((db, left: Usage) =>
  db
    .insertInto('quota_usage')
    .values(left)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'name', 'period'])
        .doUpdateSet((update) => ({ used: update('quota_usage.used', '+', update.ref('excluded.used')) })),
    ),
)

/** Not once the plan allows less than has been taken from it. */
const takeFromFreeBlock = preparedOne((db, usage: Usage, limit: number) =>
  takeFrom(db, usage, (block) => block.skipLocked())
    .where(
      db
        .selectFrom('quota_usage as whole')
        .select('used')
        .where('organization_id', '=', usage.organization_id)
        .where('name', '=', usage.name)
        .where('period', '=', usage.period),
      '<=',
      limit,
    )
    .returning('used'),
)

/** While the whole usage is held, so that nobody sets more aside: waits for those who take the last ones. */
const takeFromAnyBlock = preparedOne((db, usage: Usage, limit: number) =>
  takeFrom(db, usage, (block) => block)
    .where(
      db
        .selectFrom('quota_usage as part')
        .select(sql<number>`cast(sum(used) as bigint)`.as('used'))
        .where('organization_id', '=', usage.organization_id)
        .where('period', '=', usage.period)
        .where((part) => part.or([part('name', '=', usage.name), isBlock('part.name', usage.name)])),
      '<',
      limit,
    )
    .returning('used'),
)

function takeFrom(db: Db, usage: Usage, waiting: (block: ReturnType<typeof blockOf>) => ReturnType<typeof blockOf>) {
  return db
    .updateTable('quota_usage')
    .set((update) => ({ used: update('used', '+', usage.used) }))
    .where('organization_id', '=', usage.organization_id)
    .where('period', '=', usage.period)
    .where('name', '=', waiting(held(db, blockOf(db, usage))))
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

/** A range of names, so that an index finds them: `~` comes after every digit. */
const isBlock = (column: string, name: string) =>
  sql<SqlBool>`(${sql.ref(column)} > ${name} || '~' and ${sql.ref(column)} < ${name} || '~~')`
