import { CompiledQuery, type SelectQueryBuilder } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import type { Db, Tables } from './tables.ts'

const AT_ONCE = 100 // rows in memory, some of which are the text of a whole page

/**
 * Reads the rows that a query finds one after the other, so that a large table is never in memory as a whole. On
 * PostgreSQL `db` must be a transaction, in which only one query at a time is read in this way.
 */
export async function* streamRows<Table extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, Table, Row>,
): AsyncGenerator<Row> {
  if (!hasRowLocks(db)) {
    yield* query.stream()
    return
  }
  const { sql, parameters } = query.compile()
  await db.executeQuery(CompiledQuery.raw(`declare streamed_rows no scroll cursor for ${sql}`, [...parameters]))
  for (;;) {
    const fetch = CompiledQuery.raw(`fetch ${AT_ONCE} from streamed_rows`)
    const { rows } = await db.executeQuery(fetch as CompiledQuery<Row>)
    yield* rows
    if (rows.length < AT_ONCE) break
  }
  await db.executeQuery(CompiledQuery.raw('close streamed_rows'))
}
