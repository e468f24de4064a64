import type { Dependencies } from './context.ts'
import type { Tx } from './db/tables.ts'

/**
 * Deletes rows in portions until none are left, each in a transaction of its own, as a longer one would hold up all
 * writers on SQLite. Several processes may do so at once.
 * @param remove deletes at most `atOnce` rows, and returns how many it has deleted
 */
export async function removeInPortions(
  { database }: Pick<Dependencies, 'database'>,
  atOnce: number,
  remove: (tx: Tx) => Promise<number>,
): Promise<void> {
  for (;;) if ((await database.transaction(remove)) < atOnce) return
}
