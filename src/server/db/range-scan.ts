import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import type { Db } from './tables.ts'

const AFTER_EVERY_ID = 'g' // ids are hexadecimal

export interface Stretch {
  where: RawBuilder<SqlBool>
  /** To order by, all in one direction. */
  columns: RawBuilder<unknown>[]
}

/**
 * The rows with these values in these columns, sorted by id: one stretch of the index on the columns and id.
 *
 * To PostgreSQL that is said with ends instead of equal values. By those alone it may think, for an owner of many rows,
 * that walking the whole table by id finds a page sooner, and keep that plan for an owner of few. SQLite would compare
 * both ends with every row it passes.
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
