import type { Dependencies } from '../context.ts'
import type { Tx } from '../db/tables.ts'

/**
 * Deletes rows in portions, each in its own transaction, as a long one would hold up all writers on SQLite.
 * @param remove deletes at most `atOnce` rows, and returns how many it has deleted
 */
export async function removeInPortions(
  { database }: Pick<Dependencies, 'database'>,
  atOnce: number,
  remove: (tx: Tx) => Promise<number>,
): Promise<void> {
  for (;;) if ((await database.transaction(remove)) < atOnce) return
}
