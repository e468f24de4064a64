import { type SqlBool, sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import { preparedOne, preparedWrite } from './prepared.ts'
import type { Db, Tx } from './tables.ts'

/**
 * On PostgreSQL a total is the sum of so many rows, of which a transaction changes one: whoever changes the same row
 * waits until the other's commit is on disk. The first bears the total's name, the others `name~1` and so on.
 */
const PARTS = 8
const PART = /~\d+$/

/** Moves one of an owner's totals; it begins at 0. */
export async function addToCounter(tx: Tx, ownerId: string, name: string, delta: number): Promise<void> {
  await addToCounters(tx, ownerId, { [name]: delta })
}

/** Moves several of an owner's totals, always in the same order, so that two transactions never wait for each other. */
export async function addToCounters(tx: Tx, ownerId: string, deltas: Readonly<Record<string, number>>): Promise<void> {
  const part = hasRowLocks(tx) ? Math.floor(Math.random() * PARTS) : 0
  const values = Object.entries(deltas)
    .filter(([, delta]) => delta !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => ({ owner_id: ownerId, name: part === 0 ? name : `${name}~${part}`, value }))
  if (values.length === 0) return
  await upsertCounters(tx, values)
}

const upsertCounters = preparedWrite((db, values: { owner_id: string; name: string; value: number }[]) =>
  db
    .insertInto('counters')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'name']).doUpdateSet({ value: sql<number>`counters.value + excluded.value` }),
    ),
)

/** An owner's totals by name: all, or those named (0 for what never was counted). */
export async function readCounters(
  db: Db,
  ownerId: string,
  names?: readonly string[],
): Promise<Record<string, number>> {
  let query = db.selectFrom('counters').select(['name', 'value']).where('owner_id', '=', ownerId)
  if (names) query = query.where('name', 'in', hasRowLocks(db) ? names.flatMap(partsOf) : names)
  const found = addUp(await query.execute())
  return names ? Object.fromEntries(names.map((name) => [name, found[name] ?? 0])) : found
}

const partsOf = (name: string) => [name, ...Array.from({ length: PARTS - 1 }, (_, part) => `${name}~${part + 1}`)]

/** Rows of this table as totals by name. */
export function addUp(rows: readonly { name: string; value: number }[]): Record<string, number> {
  const totals: Record<string, number> = {}
  for (const { name, value } of rows) {
    const whole = name.replace(PART, '')
    totals[whole] = (totals[whole] ?? 0) + value
  }
  return totals
}

/** One total over those of an owner's counters that fit the pattern, in which `*` stands for anything. */
export async function sumCounters(db: Db, ownerId: string, pattern: string): Promise<number> {
  return (await sumLike(db, ownerId, likePattern(pattern)))?.total ?? 0
}

export function likePattern(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')
}

/** The sum of an owner's counters as a part of another query. @param like from `likePattern` */
export function counterSum(db: Db, ownerId: string, like: string) {
  return db
    .selectFrom('counters')
    .select(sql<number>`cast(coalesce(sum(value), 0) as bigint)`.as('total'))
    .where('owner_id', '=', ownerId)
    .where(isCounter(db, like))
}

/** Whether a counter's name fits, be it a part or the whole. @param like from `likePattern` */
function isCounter(db: Db, like: string) {
  const isWhole = sql<SqlBool>`counters.name like ${like} escape '\\'`
  return hasRowLocks(db) ? sql<SqlBool>`(${isWhole} or counters.name like ${like} || '~%' escape '\\')` : isWhole
}

const sumLike = preparedOne(counterSum)
