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
 * A range scan: a condition for rows with the given values, to be sorted by `columns`, that reads one range of an
 * index. Undefined values are left out. PostgreSQL compares with the ends of the range: with equality the planner may
 * walk the whole table by id for an owner with many rows, and keep that plan for others. SQLite would evaluate such a
 * comparison for each row, so there it tests for equality.
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
