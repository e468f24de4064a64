import { type Compilable, type OperationNodeSource, sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import { Fixed, preparedWrite } from './prepared.ts'
import type { NewRow, Row, RowChanges, TableWithId } from './rows.ts'
import type { Db, Tables, Tx } from './tables.ts'

/** A row to insert, or, with an `id`, the columns to change in the row that has it. */
export interface RowWrite {
  table: Fixed<keyof Tables>
  id?: string
  columns: object
}

/** A row to insert. The database drivers store lone surrogates in its texts as the replacement character (U+FFFD). */
export function insertion<Name extends keyof Tables>(table: Name, row: NewRow<Name>): RowWrite {
  return { table: new Fixed(table), columns: row }
}

/** The columns of a row that differ, as a list of one write, or of none. The transaction must have locked the row. */
export function changes<Name extends TableWithId>(
  table: Name,
  before: Row<Name> & { id: string },
  after: Row<Name>,
): RowWrite[] {
  const differing = Object.entries(after).filter(([name, value]) => value !== before[name as keyof typeof before])
  if (differing.length === 0) return []
  return [{ table: new Fixed(table), id: before.id, columns: Object.fromEntries(differing) }]
}

/**
 * Carries out writes of different rows: one after the other, in the given order, on SQLite; in one statement on
 * PostgreSQL, where each statement costs a round trip (docs/performance.md, "What each piece earns").
 */
export async function writeRows(tx: Tx, writes: readonly RowWrite[]): Promise<void> {
  if (writes.length > 1 && hasRowLocks(tx)) await writeTogether(tx, writes)
  else for (const write of writes) await writeOne(tx, write)
}

const writeOne = preparedWrite(queryOf)

/** PostgreSQL carries out every part of `with`, whether or not the query after it reads the part. */
const writeTogether = preparedWrite((db, writes: readonly RowWrite[]) => {
  const parts = writes.map((write, index) => sql`${sql.id(`write_${index}`)} as (${queryOf(db, write)})`)
  const together = sql`with ${sql.join(parts)} select`
  return { compile: () => together.compile(db) }
})

function queryOf(db: Db, { table, id, columns }: RowWrite): Compilable<unknown> & OperationNodeSource {
  const name = table.value as 'agents'
  if (id === undefined) return db.insertInto(name).values(columns as NewRow<'agents'>)
  return db
    .updateTable(name)
    .set(columns as RowChanges<'agents'>)
    .where('id', '=', id)
}
