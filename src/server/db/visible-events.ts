import { type SqlBool, sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import type { Db, Tables } from './tables.ts'

type Row = Pick<Tables['events'], 'type' | 'payload' | 'created_at'> & { sequence: number }

export interface VisibleEvent extends Row {
  /** No event will ever come before it: a reader may go on from here. */
  isSettled: boolean
}

/** For PostgreSQL: written by a transaction older than all that run, in whichever database of the server. */
const settled = sql<SqlBool>`xid < pg_snapshot_xmin(pg_current_snapshot())`

/**
 * An organization's events after the one numbered `sequence` (0: from the start): first those that are settled, in an
 * order that never puts a later commit before them, then those an older transaction may still put one before.
 *
 * On PostgreSQL numbers are drawn before commits and so are no such order. Transaction ids are, among those older than
 * every running transaction: the order is by them, and a number may come after a higher one. To continue, pass the
 * number of the *last settled* event, not the highest.
 */
export async function readEventsAfter(
  db: Db,
  organizationId: string,
  sequence: number,
  limit: number,
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
  const cursor = await sql<{ xid: string }>`select xid::text from events where sequence = ${sequence}`.execute(db)
  const xid = cursor.rows[0]?.xid
  const events = await query
    .select(settled.as('isSettled'))
    // An unknown number is from before all that is kept.
    .where(xid ? sql<SqlBool>`(xid, sequence) > (${xid}::xid8, ${sequence})` : sql<SqlBool>`sequence > ${sequence}`)
    .orderBy(sql`xid`)
    .orderBy('sequence')
    .execute()
  return events.map((event) => ({ ...event, isSettled: Boolean(event.isSettled) }))
}

/** The number after which `readEventsAfter` gives only what comes from now on; 0 when there is nothing yet. */
export async function lastEventSequence(db: Db, organizationId: string): Promise<number> {
  const query = db.selectFrom('events').select('sequence').where('organization_id', '=', organizationId).limit(1)
  const newest = hasRowLocks(db)
    ? query.where(settled).orderBy(sql`xid`, 'desc').orderBy('sequence', 'desc')
    : query.orderBy('sequence', 'desc')
  return (await newest.executeTakeFirst())?.sequence ?? 0
}
