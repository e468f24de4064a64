import type { InsertObject, UpdateObject } from 'kysely'
import { batches } from './batches.ts'
import { forUpdate } from './lock.ts'
import type { NewRow, Row, RowChanges, TableWithId } from './rows.ts'
import type { Db, Tables, Tx } from './tables.ts'

/**
 * The plain queries for the rows of a table that have an id. A feature names those that it needs:
 * `export const { select: selectPlan, change: changePlan } = rowsOf('plans')`.
 */
export function rowsOf<Name extends TableWithId>(name: Name) {
  const table = name as 'agents' // of a table's columns, only the id that all of them have is named below
  const byId = (db: Db, id: string) => db.selectFrom(table).selectAll().where('id', '=', id)
  return {
    /** The row with an id; undefined if there is none. */
    select: (db: Db, id: string) =>
      byId(db, id).executeTakeFirst() as Promise<unknown> as Promise<Row<Name> | undefined>,
    /** The row with an id, locked until the transaction ends; undefined if there is none. */
    lock: (tx: Tx, id: string) =>
      forUpdate(tx, byId(tx, id)).executeTakeFirst() as Promise<unknown> as Promise<Row<Name> | undefined>,
    async insert(tx: Tx, row: NewRow<Name>): Promise<void> {
      await tx
        .insertInto(table)
        .values(row as InsertObject<Tables, 'agents'>)
        .execute()
    },
    async insertAll(tx: Tx, rows: readonly NewRow<Name>[]): Promise<void> {
      for (const batch of batches(rows))
        await tx
          .insertInto(table)
          .values(batch as InsertObject<Tables, 'agents'>[])
          .execute()
    },
    /** Changes columns of the row with an id, if there is one. */
    async change(tx: Tx, id: string, changes: RowChanges<Name>): Promise<void> {
      await tx
        .updateTable(table)
        .set(changes as UpdateObject<Tables, 'agents'>)
        .where('id', '=', id)
        .execute()
    },
    /** Deletes the row with an id. @returns whether there was one */
    async remove(tx: Tx, id: string): Promise<boolean> {
      const { numDeletedRows } = await tx.deleteFrom(table).where('id', '=', id).executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}
