import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import { sharedOne } from './prepared.ts'
import type { Db, Tables } from './tables.ts'

type Row = Pick<Tables['events'], 'type' | 'payload' | 'created_at'> & { sequence: number }

export interface EventPage {
  events: Row[]
  /**
   * Events are committed that can't be shown yet, because an older transaction still runs that may write one before
   * them. Nobody will say when it ends: look again in a moment.
   */
  unsettled: boolean
}

/**
 * An organization's events after the one numbered `sequence` (0: from the start), in an order that never puts a later
 * commit before what was already read.
 *
 * On PostgreSQL numbers are drawn before commits and so are no such order. Transaction ids are, among those older than
 * every running transaction: the order is by them, and a number may come after a higher one. To continue, pass the
 * *last* event's number, not the highest.
 */
export async function readEventsAfter(
  db: Db,
  organizationId: string,
  sequence: number,
  limit: number,
): Promise<EventPage> {
  const query = db
    .selectFrom('events')
    .select(['sequence', 'type', 'payload', 'created_at'])
    .where('organization_id', '=', organizationId)
    .limit(limit)
  if (!hasRowLocks(db)) {
    const events = await query.where('sequence', '>', sequence).orderBy('sequence').execute()
    return { events, unsettled: false }
  }
  const cursor = await sql<{ xid: string }>`select xid::text from events where sequence = ${sequence}`.execute(db)
  const xid = cursor.rows[0]?.xid
  const rows = await query
    .select(sql<SqlBool>`xid < pg_snapshot_xmin(pg_current_snapshot())`.as('settled'))
    // An unknown number is from before all that is kept.
    .where(xid ? sql<SqlBool>`(xid, sequence) > (${xid}::xid8, ${sequence})` : sql<SqlBool>`sequence > ${sequence}`)
    .orderBy(sql`xid`)
    .orderBy('sequence')
    .execute()
  const events = rows.filter((row) => row.settled).map(({ settled, ...event }) => event)
  return { events, unsettled: events.length < rows.length }
}

/** The number after which `readEventsAfter` gives only what comes from now on; 0 when there is nothing yet. */
export function lastEventSequence(db: Db, organizationId: string): Promise<number> {
  return lastOfOrganization(db, organizationId).then((event) => event?.sequence ?? 0)
}

/** The same for what concerns an agent, as a part of a query that reads agents; null when there is nothing yet. */
export function lastAgentEvent(db: Db) {
  return newestEvent(db, sql<SqlBool>`events.agent_id = agents.id`)
}

const lastOfOrganization = sharedOne((db, id: string) => newestEvent(db, sql<SqlBool>`organization_id = ${id}`))

function newestEvent(db: Db, where: RawBuilder<SqlBool>) {
  const query = db.selectFrom('events').select('sequence').where(where).limit(1)
  return hasRowLocks(db)
    ? query
        .where(sql<SqlBool>`xid < pg_snapshot_xmin(pg_current_snapshot())`)
        .orderBy(sql`xid`, 'desc')
        .orderBy('sequence', 'desc')
    : query.orderBy('sequence', 'desc')
}
