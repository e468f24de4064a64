import type { InsertObject, UpdateObject } from 'kysely'
import { preparedWrite } from './prepared.ts'
import type { NewRow, Row } from './rows.ts'
import type { Tables, Tx } from './tables.ts'

type TableWithId = { [Name in keyof Tables]: Tables[Name] extends { id: string } ? Name : never }[keyof Tables]

/** Makes a function that inserts one row into a table. Lone surrogates in texts become the replacement character. */
export function preparedInsert<Name extends keyof Tables>(table: Name): (tx: Tx, row: NewRow<Name>) => Promise<void> {
  return preparedWrite((db, row: NewRow<Name>) =>
    db.insertInto(table as 'agents').values(row as InsertObject<Tables, 'agents'>),
  )
}

/** Makes a function that updates a row, which the transaction has locked. It writes only the columns that differ. */
export function preparedUpdate<Name extends TableWithId>(
  table: Name,
): (tx: Tx, before: Row<Name> & { id: string }, after: Row<Name>) => Promise<void> {
  const update = preparedWrite((db, id: string, changes: Partial<Row<Name>>) =>
    db
      .updateTable(table as 'agents')
      .set(changes as UpdateObject<Tables, 'agents'>)
      .where('id', '=', id),
  )
  return async (tx, before, after) => {
    const changes = Object.entries(after).filter(([name, value]) => value !== before[name as keyof typeof before])
    if (changes.length > 0) await update(tx, before.id, Object.fromEntries(changes) as Partial<Row<Name>>)
  }
}
