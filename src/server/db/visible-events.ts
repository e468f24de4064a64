import { type SqlBool, sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import type { Db, Tables } from './tables.ts'

type Row = Pick<Tables['events'], 'type' | 'payload' | 'created_at'> & { sequence: number }

export interface VisibleEvent extends Row {
  /** Whether no other event can still come before this one, so that a client may continue from here. */
  isSettled: boolean
}

/** Whether the event's transaction is older than all running ones, also those in other databases of PostgreSQL. */
const settled = sql<SqlBool>`xid < pg_snapshot_xmin(pg_current_snapshot())`

/**
 * Reads an organization's events after the one numbered `sequence` (0 for all): first those that are settled, then
 * those which an event of a running older transaction may still precede. PostgreSQL draws numbers before the commit, so
 * events are sorted by transaction id: final for those older than all running ones, and a lower number may follow a
 * higher one. To continue, pass the number of the last *settled* event, not the highest one.
 * @param ahead numbers of later events that were read already; these are read once more when they are settled
 */
export async function readEventsAfter(
  db: Db,
  organizationId: string,
  sequence: number,
  limit: number,
  ahead: ReadonlySet<number> = new Set(),
): Promise<VisibleEvent[]> {
  const query = db
    .selectFrom('events')
    .select(['sequence', 'type', 'payload', 'created_at'])
    .where('organization_id', '=', organizationId)
    .limit(limit)
  if (!hasRowLocks(db)) {
    const events = await query.where('sequence', '>', sequence).orderBy('sequence').execute()
    return events.map((event) => ({ ...event, isSettled: true }))
  }
  // If the event is not found, it was deleted for its age (or `sequence` is 0), so all remaining events are newer.
  const xid = sql`coalesce((select xid from events where sequence = ${sequence}), '0'::xid8)`
  const events = await query
    .select(settled.as('isSettled'))
    .where(sql<SqlBool>`(xid, sequence) > (${xid}, ${sequence})`)
    .where(sql<SqlBool>`(${settled} or sequence <> all(${[...ahead]}::bigint[]))`)
    .orderBy(sql`xid`)
    .orderBy('sequence')
    .execute()
  return events.map((event) => ({ ...event, isSettled: Boolean(event.isSettled) }))
}

/** The number of an organization's last settled event, to be passed to `readEventsAfter`; 0 if there is none. */
export async function lastEventSequence(db: Db, organizationId: string): Promise<number> {
  const query = db.selectFrom('events').select('sequence').where('organization_id', '=', organizationId).limit(1)
  const newest = hasRowLocks(db)
    ? query.where(settled).orderBy(sql`xid`, 'desc').orderBy('sequence', 'desc')
    : query.orderBy('sequence', 'desc')
  return (await newest.executeTakeFirst())?.sequence ?? 0
}

/**
 * Makes events visible that were restored from a dump: with higher transaction ids than this PostgreSQL server's, they
 * would hide new ones. They and all before them get the lowest, which keeps the order of their numbers.
 */
export async function settleRestoredEvents(db: Db): Promise<void> {
  // Only the last event of each organization is looked at, which an index finds, since the log may have millions.
  const { rows } = await sql`select 1 from organizations, lateral (select xid from events
    where organization_id = organizations.id order by xid desc, sequence desc limit 1) as last
    where last.xid >= pg_snapshot_xmax(pg_current_snapshot()) limit 1`.execute(db)
  if (rows.length === 0) return
  await sql`update events set xid = '3'::xid8
    where sequence <= (select max(sequence) from events where xid >= pg_snapshot_xmax(pg_current_snapshot()))`.execute(
    db,
  )
}
