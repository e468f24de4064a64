import type { ExpressionBuilder, InsertObject, UpdateObject } from 'kysely'
import { batches } from './batches.ts'
import { forUpdate } from './lock.ts'
import type { NewRow, Row, RowChanges, TableWithId } from './rows.ts'
import type { Db, Tables, Tx } from './tables.ts'

/** The condition that columns have these values. */
const having = (values: object) => (row: ExpressionBuilder<Tables, 'agents'>) => row.and(values)

/** The row whose columns have these values; undefined if there is none. */
export function findRow<Name extends keyof Tables>(
  db: Db,
  name: Name,
  values: Partial<Row<Name>>,
): Promise<Row<Name> | undefined> {
  const found = db
    .selectFrom(name as 'agents')
    .selectAll()
    .where(having(values))
    .executeTakeFirst()
  return found as Promise<unknown> as Promise<Row<Name> | undefined>
}

/** Changes the rows whose columns have these values. @returns how many there were */
export async function changeRows<Name extends keyof Tables>(
  tx: Tx,
  name: Name,
  values: Partial<Row<Name>>,
  changes: RowChanges<Name>,
): Promise<number> {
  const update = tx.updateTable(name as 'agents').set(changes as UpdateObject<Tables, 'agents'>)
  return Number((await update.where(having(values)).executeTakeFirstOrThrow()).numUpdatedRows)
}

/** Deletes the rows whose columns have these values. @returns how many there were */
export async function removeRows<Name extends keyof Tables>(
  tx: Tx,
  name: Name,
  values: Partial<Row<Name>>,
): Promise<number> {
  const removal = tx.deleteFrom(name as 'agents').where(having(values))
  return Number((await removal.executeTakeFirstOrThrow()).numDeletedRows)
}

/** The queries that add rows to a table, named as those of `rowsOf` are. */
export function insertsOf<Name extends keyof Tables>(name: Name) {
  const table = name as 'agents'
  return {
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
  }
}

/**
 * The plain queries for the rows of a table that have an id. A feature names those that it needs:
 * `export const { select: selectPlan, change: changePlan } = rowsOf('plans')`.
 */
export function rowsOf<Name extends TableWithId>(name: Name) {
  const table = name as 'agents' // of a table's columns, only the id that all of them have is named below
  return {
    ...insertsOf(name),
    /** The row with an id; undefined if there is none. */
    select: (db: Db, id: string) => findRow(db, table, { id }) as Promise<unknown> as Promise<Row<Name> | undefined>,
    /** The row with an id, locked until the transaction ends; undefined if there is none. */
    lock: (tx: Tx, id: string) =>
      forUpdate(
        tx,
        tx.selectFrom(table).selectAll().where('id', '=', id),
      ).executeTakeFirst() as Promise<unknown> as Promise<Row<Name> | undefined>,
    /** Changes columns of the row with an id, if there is one. */
    async change(tx: Tx, id: string, changes: RowChanges<Name>): Promise<void> {
      await changeRows(tx, table, { id }, changes as RowChanges<'agents'>)
    },
    /** Deletes the row with an id. @returns whether there was one */
    remove: async (tx: Tx, id: string): Promise<boolean> => (await removeRows(tx, table, { id })) > 0,
  }
}
