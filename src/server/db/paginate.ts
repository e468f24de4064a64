import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tables } from './tables.ts'

interface List<Table extends keyof Tables, Row, Item> {
  /** Number of rows in the list, from its counter. */
  total: (db: Db) => Promise<number>
  /** Builds the query for the ids of all rows of the list, in the form that `paginate` takes. */
  ids: (db: Db) => SelectQueryBuilder<Tables, Table, { id: string }>
  /** The columns by which the list is sorted, in the form that `paginate` takes. */
  by?: readonly string[]
  rows: (db: Db, ids: string[]) => Promise<Row[]>
  present: (row: Row) => Item
}

/** One page of a list, newest first, and the length of the whole list, both from one snapshot. */
export function readPage<Table extends keyof Tables, Row extends { id: string }, Item>(
  database: { snapshot<T>(work: (db: Db) => Promise<T>): Promise<T> },
  query: { page: number; per_page: number },
  list: List<Table, Row, Item>,
): Promise<{ items: Item[]; total: number }> {
  return database.snapshot(async (db) => {
    const total = await list.total(db)
    const rows = await paginate(list.ids(db), {
      page: query.page,
      perPage: query.per_page,
      total,
      rows: (ids) => list.rows(db, ids),
      ...(list.by && { by: list.by }),
    })
    return { items: rows.map(list.present), total }
  })
}

interface PageOptions<Row> {
  page: number
  perPage: number
  /** Number of rows in the list, from its counter. */
  total: number
  /** Loads rows by their ids, in any order. */
  rows: (ids: string[]) => Promise<Row[]>
  /** `newest` by default. */
  order?: 'newest' | 'oldest'
  /** The columns to sort by, the last ones of an index. By default `id`, which sorts by age. */
  by?: readonly string[]
}

/**
 * Loads one page of a list by ids from an index, counted from the nearer end, so that the first and the last page cost
 * the same.
 * @param ids selects the ids of the whole list, by conditions on the leading columns of an index that ends in the
 * sorting columns
 */
export async function paginate<Table extends keyof Tables, Row extends { id: string }>(
  ids: SelectQueryBuilder<Tables, Table, { id: string }>,
  options: PageOptions<Row>,
): Promise<Row[]> {
  const found = await pageOfIds(ids, options)
  if (found.length === 0) return []
  const rows = new Map((await options.rows(found)).map((row) => [row.id, row]))
  return found.flatMap((id) => rows.get(id) ?? [])
}

async function pageOfIds<Table extends keyof Tables, Row>(
  ids: SelectQueryBuilder<Tables, Table, { id: string }>,
  { order = 'newest', by = ['id'], ...options }: PageOptions<Row>,
): Promise<string[]> {
  const { length, offset, fromFarEnd } = windowOf(options)
  if (length === 0) return []
  const descending = (order === 'newest') !== fromFarEnd
  let query = ids.limit(length).offset(offset)
  for (const column of by) query = query.orderBy(sql.ref(column), descending ? 'desc' : 'asc')
  const found = (await query.execute()).map((row) => row.id)
  return fromFarEnd ? found.reverse() : found
}

export interface Window {
  /** Number of rows of the page; 0 beyond the end of the list. */
  length: number
  /** Number of rows between the page and the end of the list from which it is counted. */
  offset: number
  /** Whether the page is counted from the end of the list, because that is nearer than the beginning. */
  fromFarEnd: boolean
  /** Whether `offset` is so large that loading the rows before the page would cost more than a second query. */
  isDeep: boolean
}

export const DEEP = 100

export function windowOf({ page, perPage, total }: { page: number; perPage: number; total: number }): Window {
  const start = (page - 1) * perPage
  const length = Math.max(0, Math.min(perPage, total - start))
  const fromFarEnd = start > total / 2
  const offset = fromFarEnd ? total - start - length : start
  return { length, offset, fromFarEnd, isDeep: offset > DEEP }
}
