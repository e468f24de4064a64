import { type SqlBool, sql } from 'kysely'
import { preparedOne, preparedWrite } from './prepared.ts'
import type { Db, Tx } from './tables.ts'

/** Adds `delta` to a total of an owner; totals start at 0. */
export async function addToCounter(tx: Tx, ownerId: string, name: string, delta: number): Promise<void> {
  await addToCounters(tx, ownerId, { [name]: delta })
}

/** Adds to several totals of an owner, always in alphabetical order, so that two such calls can't deadlock. */
export async function addToCounters(tx: Tx, ownerId: string, deltas: Readonly<Record<string, number>>): Promise<void> {
  const values = Object.entries(deltas)
    .filter(([, delta]) => delta !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => ({ owner_id: ownerId, name, value }))
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
  if (names) query = query.where('name', 'in', names)
  const found = addUp(await query.execute())
  return names ? Object.fromEntries(names.map((name) => [name, found[name] ?? 0])) : found
}

/** Adds up rows of the table `counters` to totals by name. */
export function addUp(rows: readonly { name: string; value: number }[]): Record<string, number> {
  const totals: Record<string, number> = {}
  for (const { name, value } of rows) totals[name] = (totals[name] ?? 0) + value
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
    .where(sql<SqlBool>`counters.name like ${like} escape '\\'`)
}

const sumLike = preparedOne(counterSum)
