import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import type { Db } from './tables.ts'

const AFTER_EVERY_ID = 'g' // sorts after all ids, which are hexadecimal

interface Stretch {
  where: RawBuilder<SqlBool>
  /** The columns to sort by, all in one direction; the rows are then in the order of their ids. */
  columns: RawBuilder<unknown>[]
}

/**
 * A range scan: a condition for the rows with the given values in the given columns, to be sorted by `columns`, that
 * makes the database read one range of the index on these columns and `id`. Undefined values are left out.
 *
 * On PostgreSQL it compares with the ends of the range instead of testing for equality. With equality the planner may
 * decide, for an owner with many rows, to walk the whole table by id, and keep that plan for an owner with few. On
 * SQLite such a comparison would be evaluated for each row, so there it tests for equality.
 */
export function rangeScan(db: Db, equal: Readonly<Record<string, string | undefined>>): Stretch {
  const given = Object.entries(equal).filter(([, value]) => value !== undefined)
  const id = sql.ref('id')
  if (!hasRowLocks(db)) {
    const conditions = given.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    return { where: sql<SqlBool>`(${sql.join(conditions, sql` and `)})`, columns: [id] }
  }
  const columns = [...given.map(([column]) => sql.ref(column)), id]
  const place = sql.join(columns)
  const end = (last: string) => sql.join([...given.map(([, value]) => value), last])
  return { where: sql<SqlBool>`(${place}) > (${end('')}) and (${place}) < (${end(AFTER_EVERY_ID)})`, columns }
}
