import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom as onPostgres } from 'kysely/helpers/postgres'
import { jsonArrayFrom as onSqlite } from 'kysely/helpers/sqlite'
import { hasRowLocks } from './dialect.ts'
import type { Db } from './tables.ts'

/** Rows as a JSON array. Texts, numbers and nulls stay the same; other values, such as bytes, may not. */
export type JsonRows<Row> = string & { readonly of?: Row }

type Subquery<Row> = Parameters<typeof onSqlite<Row>>[0]

/** A subquery's rows as one column, in order, to read several lists in one round trip. It must name its columns. */
export function jsonRows<Row>(db: Db, query: Subquery<Row>): RawBuilder<JsonRows<Row>> {
  const rows = hasRowLocks(db) ? onPostgres(query) : onSqlite(query)
  return sql`cast(${rows} as text)`
}

export function parseRows<Row>(rows: JsonRows<Row>): Row[] {
  return JSON.parse(rows)
}

/**
 * The texts of a JSON array as rows of one column, `value`. A list of any length is then one parameter, so that no
 * further query is prepared for it.
 */
export function textsOf<Result>(db: Db, array: string): RawBuilder<Result> {
  return hasRowLocks(db)
    ? sql`(select value from json_array_elements_text(${array}::json))`
    : sql`(select value from json_each(${array}))`
}
