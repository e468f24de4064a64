import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

export interface PageOptions<Row> {
  /** From 1. */
  page: number
  perPage: number
  /** How many rows the list has, from its counter. */
  total: number
  /** Loads rows by id, in any order. */
  rows: (ids: string[]) => Promise<Row[]>
  /** Newest first unless told otherwise. */
  order?: 'newest' | 'oldest'
  /** The columns the list is sorted by, as its index ends; ids, which follow age, unless told otherwise. */
  by?: readonly string[]
}

/**
 * One page of a list. Finding it touches nothing but an index, and walks it from the nearer end, so the first and the
 * last page cost the same in a list of any length; only the page's own rows are loaded.
 *
 * @param ids selects the ids of the whole list, by conditions that lead an index which ends in the sorting columns
 * @returns the page's rows in the list's order; fewer than `perPage` at its end, none beyond
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

/** Where a page lies in its list, counted from the nearer end. */
export interface Window {
  /** How many rows it has; 0 beyond the end. */
  length: number
  offset: number
  fromFarEnd: boolean
  /** So far from either end that skipped rows must not be loaded. */
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
