import type { AuditAction } from '#contract/audit-actions.ts'
import { countRows } from '../../db/count-rows.ts'
import type { Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { insert: insertEntry } = rowsOf('audit_entries')

export async function selectMemberName(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst()
  return row?.name ?? null
}

export async function selectKeyName(db: Db, keyId: string): Promise<string | null> {
  const row = await db.selectFrom('api_keys').select('name').where('id', '=', keyId).executeTakeFirst()
  return row?.name ?? null
}

/** Which entries to read. Times are milliseconds since 1970; `from` is included, `to` is not. */
export interface EntryFilter {
  actor?: string | undefined
  action?: AuditAction | undefined
  from?: number | undefined
  to?: number | undefined
}

function entries(db: Db, organizationId: string, { actor, action, from, to }: EntryFilter) {
  let query = db.selectFrom('audit_entries').where('organization_id', '=', organizationId)
  if (actor !== undefined) query = query.where('actor_id', '=', actor)
  if (action !== undefined) query = query.where('action', '=', action)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  return to === undefined ? query : query.where('created_at', '<', to)
}

export const entryIds = (db: Db, organizationId: string, filter: EntryFilter) =>
  entries(db, organizationId, filter).select('id')

/**
 * The number of entries that match a filter. It counts rows, because a stored counter could not tell how many lie
 * between two times. There are few rows: they record what is done by hand, and are kept for 400 days.
 */
export const countEntries = (db: Db, organizationId: string, filter: EntryFilter): Promise<number> =>
  countRows(entries(db, organizationId, filter))

export function selectEntries(db: Db, ids: string[]): Promise<Row<'audit_entries'>[]> {
  return db.selectFrom('audit_entries').selectAll().where('id', 'in', ids).execute()
}

export type EntryPlace = Pick<Row<'audit_entries'>, 'created_at' | 'id'>

/** Up to `limit` entries that match a filter, newest first: those that follow `place`, or the newest without one. */
export function selectEntriesAfter(
  db: Db,
  organizationId: string,
  filter: EntryFilter,
  place: EntryPlace | undefined,
  limit: number,
): Promise<Row<'audit_entries'>[]> {
  let query = entries(db, organizationId, filter).selectAll()
  if (place)
    query = query
      .where('created_at', '<=', place.created_at)
      .where((row) => row.or([row('created_at', '<', place.created_at), row('id', '<', place.id)]))
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Returns how many entries were deleted, at most `limit`. */
export async function deleteEntriesBefore(tx: Tx, time: number, limit: number): Promise<number> {
  const result = await tx
    .deleteFrom('audit_entries')
    .where('id', 'in', (query) =>
      query.selectFrom('audit_entries').select('id').where('created_at', '<', time).orderBy('created_at').limit(limit),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
