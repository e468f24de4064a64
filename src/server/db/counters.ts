import { type SqlBool, sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import { preparedOne, preparedWrite } from './prepared.ts'
import type { Db, Tx } from './tables.ts'

/** Rows of a total on PostgreSQL; each addition changes a random one, as changes of one row wait for each other. */
const PARTS = 8
/** The end of a row's name: the first row has the name of the total, the others are called `name~1` and so on. */
const PART = /~\d+$/

/** The number of the row to add to, from 0 to `PARTS - 1`; always 0 on SQLite. */
export const randomPart = (tx: Tx): number => (hasRowLocks(tx) ? Math.floor(Math.random() * PARTS) : 0)

/** Adds `delta` to a total of an owner; totals start at 0. */
export async function addToCounter(tx: Tx, ownerId: string, name: string, delta: number): Promise<void> {
  await addToCounters(tx, ownerId, { [name]: delta })
}

/** Adds to several totals of an owner, always in alphabetical order, so that two such calls can't deadlock. */
export async function addToCounters(tx: Tx, ownerId: string, deltas: Readonly<Record<string, number>>): Promise<void> {
  const part = randomPart(tx)
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

/** Deletes an owner's totals with names from `from` (included) to `before` (excluded), in the order of code points. */
export async function deleteCounters(tx: Tx, ownerId: string, from: string, before: string): Promise<void> {
  await tx
    .deleteFrom('counters')
    .where('owner_id', '=', ownerId)
    .where('name', '>=', from)
    .where('name', '<', before)
    .execute()
}

/** An owner's totals by name: either all, or the named ones (0 if never counted). */
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

export function addUp(rows: readonly { name: string; value: number }[]): Record<string, number> {
  const totals: Record<string, number> = {}
  for (const { name, value } of rows) {
    const whole = name.replace(PART, '')
    totals[whole] = (totals[whole] ?? 0) + value
  }
  return totals
}

/** The sum of all totals of an owner whose names match a pattern, in which `*` stands for any text. */
export async function sumCounters(db: Db, ownerId: string, pattern: string): Promise<number> {
  return (await sumLike(db, ownerId, likePattern(pattern)))?.total ?? 0
}

export function likePattern(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')
}

/** A subquery for the sum of an owner's totals that match `like`, which is from `likePattern`. */
export function counterSum(db: Db, ownerId: string, like: string) {
  return db
    .selectFrom('counters')
    .select(sql<number>`cast(coalesce(sum(value), 0) as bigint)`.as('total'))
    .where('owner_id', '=', ownerId)
    .where(isCounter(db, like))
}

/** A condition that the row belongs to a total that matches `like`, which is from `likePattern`. */
function isCounter(db: Db, like: string) {
  const isWhole = sql<SqlBool>`counters.name like ${like} escape '\\'`
  return hasRowLocks(db) ? sql<SqlBool>`(${isWhole} or counters.name like ${like} || '~%' escape '\\')` : isWhole
}

const sumLike = preparedOne(counterSum)
