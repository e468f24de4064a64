import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom as onPostgres } from 'kysely/helpers/postgres'
import { jsonArrayFrom as onSqlite } from 'kysely/helpers/sqlite'
import { hasRowLocks } from './dialect.ts'
import type { Db } from './tables.ts'

/**
 * Rows as a JSON array. Texts, numbers and nulls are the same after parsing; other values, such as bytes, may not be.
 */
export type JsonRows<Row> = string & { readonly of?: Row }

type Subquery<Row> = Parameters<typeof onSqlite<Row>>[0]

/**
 * The rows of a subquery as one column, in their order, so that one statement reads several lists at one moment. On
 * PostgreSQL each statement costs a round trip. The subquery must name its columns.
 */
export function jsonRows<Row>(db: Db, query: Subquery<Row>): RawBuilder<JsonRows<Row>> {
  const rows = hasRowLocks(db) ? onPostgres(query) : onSqlite(query)
  return sql`cast(${rows} as text)`
}

export function parseRows<Row>(rows: JsonRows<Row>): Row[] {
  return JSON.parse(rows)
}
