import { sql } from 'kysely'
import { preparedOne, preparedWrite } from './prepared.ts'
import type { Db, Tx } from './tables.ts'

/** Moves one of an owner's totals; it begins at 0. */
export async function addToCounter(tx: Tx, ownerId: string, name: string, delta: number): Promise<void> {
  await addToCounters(tx, ownerId, { [name]: delta })
}

/** Moves several of an owner's totals, always in the same order, so that two transactions never wait for each other. */
export async function addToCounters(tx: Tx, ownerId: string, deltas: Readonly<Record<string, number>>): Promise<void> {
  const values = Object.entries(deltas)
    .filter(([, delta]) => delta !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => ({ owner_id: ownerId, name, value }))
  if (values.length === 0) return
  await upsertCounters(tx, values)
}

const upsertCounters = preparedWrite('counters', (db, values: { owner_id: string; name: string; value: number }[]) =>
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
  if (names) query = query.where('name', 'in', names)
  const found = Object.fromEntries((await query.execute()).map((row) => [row.name, row.value]))
  return names ? Object.fromEntries(names.map((name) => [name, found[name] ?? 0])) : found
}

/** One total over those of an owner's counters that fit the pattern, in which `*` stands for anything. */
export async function sumCounters(db: Db, ownerId: string, pattern: string): Promise<number> {
  return (await sumLike(db, ownerId, likePattern(pattern)))?.total ?? 0
}

export function likePattern(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')
}

/** The same as a part of another query. @param like from `likePattern` */
export function counterSum(db: Db, ownerId: string, like: string) {
  return db
    .selectFrom('counters')
    .select(sql<number>`cast(coalesce(sum(value), 0) as bigint)`.as('total'))
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`name like ${like} escape '\\'`)
}

const sumLike = preparedOne(counterSum)
