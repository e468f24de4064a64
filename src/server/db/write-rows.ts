import type { InsertObject, UpdateObject } from 'kysely'
import { gather } from './gathered-writes.ts'
import { preparedWrite } from './prepared.ts'
import type { NewRow, Row } from './rows.ts'
import type { Tables, Tx } from './tables.ts'

type TableWithId = { [Name in keyof Tables]: Tables[Name] extends { id: string } ? Name : never }[keyof Tables]

/**
 * Inserts a row, of which nothing is to be known but that it is there when the transaction ends. On PostgreSQL it waits
 * for others to be sent with, and all of one table are one statement.
 */
export function preparedInsert<Name extends keyof Tables>(table: Name) {
  const texts = textsByColumns((columns) => insertion(table, columns))
  const insert = preparedWrite(table, (db, row: NewRow<Name>) =>
    db.insertInto(table as 'agents').values(row as InsertObject<Tables, 'agents'>),
  )
  return async (tx: Tx, row: NewRow<Name>): Promise<void> => {
    const write = { table, sql: texts(row), rows: [toJson(row)], ids: [] }
    if (!gather(tx, write)) await insert(tx, row)
  }
}

/**
 * The same for the change of a row that the transaction holds. Only what differs is written where every column written
 * has its indexes written too; PostgreSQL finds that out by itself.
 */
export function preparedUpdate<Name extends TableWithId>(table: Name) {
  const texts = textsByColumns((columns) => {
    const changes = columns.filter((name) => name !== 'id').map((name) => `${quote(name)} = excluded.${quote(name)}`)
    return `${insertion(table, columns)} on conflict (id) do update set ${changes.join(', ')}`
  })
  const update = preparedWrite(table, (db, id: string, changes: Partial<Row<Name>>) =>
    db
      .updateTable(table as 'agents')
      .set(changes as UpdateObject<Tables, 'agents'>)
      .where('id', '=', id),
  )
  return async (tx: Tx, before: Row<Name> & { id: string }, after: Row<Name>): Promise<void> => {
    const write = { table, sql: texts(after), rows: [toJson(after)], ids: [before.id] }
    if (gather(tx, write)) return
    const changes = Object.entries(after).filter(([name, value]) => value !== before[name as keyof typeof before])
    if (changes.length > 0) await update(tx, before.id, Object.fromEntries(changes) as Partial<Row<Name>>)
  }
}

function textsByColumns(write: (columns: string[]) => string): (row: object) => string {
  const known = new Map<string, string>()
  return (row) => {
    const columns = Object.keys(row)
    const key = columns.join()
    const text = known.get(key) ?? write(columns)
    known.set(key, text)
    return text
  }
}

const LONE_SURROGATE = /\\ud[89a-f]/ // JSON.stringify escapes these alone

/** PostgreSQL takes no half of a pair; as everywhere else, the replacement character stands for it. */
function toJson(row: object): string {
  const text = JSON.stringify(row)
  if (!LONE_SURROGATE.test(text)) return text
  return JSON.stringify(row, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))
}

const quote = (name: string) => `"${name}"`

function insertion(table: string, columns: readonly string[]): string {
  const names = columns.map(quote).join(', ')
  return `insert into ${quote(table)} (${names}) select ${names} from json_populate_recordset(null::${quote(table)}, $1)`
}
