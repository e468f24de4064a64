import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

export interface PageOptions<Row> {
  /** Number of the page, from 1. */
  page: number
  perPage: number
  /** Number of rows in the list, from its counter. */
  total: number
  /** Loads rows by their ids, in any order. */
  rows: (ids: string[]) => Promise<Row[]>
  /** `newest` by default. */
  order?: 'newest' | 'oldest'
  /**
   * The columns by which the list is sorted, which are the last ones of an index. By default `id`, which sorts by age.
   */
  by?: readonly string[]
}

/**
 * Loads one page of a list. It finds the page's ids in an index, counting from the nearer end of the list, so that the
 * first and the last page cost the same in a list of any length, and then loads these rows only.
 * @param ids selects the ids of the whole list, by conditions on the leading columns of an index that ends in the
 * sorting columns
 * @returns the page's rows in the list's order: fewer than `perPage` on the last page, none beyond it
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

/** The position of a page in its list, counted from the nearer end. */
export interface Window {
  /** Number of rows of the page; 0 beyond the end of the list. */
  length: number
  offset: number
  fromFarEnd: boolean
  /** Whether so many rows lie before the page that loading them with it would cost more than a second query. */
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
