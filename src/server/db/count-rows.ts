import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** The number of rows that a query finds, to which it has added no columns yet. */
export async function countRows<Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const { count } = await query.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}
