import type { Dependencies } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { lastEventSequence } from '../db/visible-events.ts'

export { readEventsAfter, type VisibleEvent } from '../db/visible-events.ts'

export const EVENTS_KEPT_MS = 7 * 24 * 60 * 60 * 1000
const AT_ONCE = 1_000 // a longer transaction would hold up all writers on SQLite

/**
 * How far a reader has come in the log. `sequence` is the last settled event it was sent; `ahead` are later ones that
 * it was sent before they were settled.
 */
export interface Place {
  sequence: number
  ahead: Set<number>
}

/** A place as an event's id on the stream: `120`, or `120,123,125` where 123 and 125 were sent ahead. */
export const placeId = ({ sequence, ahead }: Place): string => [sequence, ...ahead].join(',')

/** The id of where an organization's events have come to. */
export async function eventMark(db: Db, organizationId: string): Promise<string> {
  return placeId({ sequence: await lastEventSequence(db, organizationId), ahead: new Set() })
}

/**
 * Where a reader continues whose last event had the id `lastSeen`; without one, at the end of the log. `isReset` when
 * that event is not, or no longer, in the log: the reader has missed an unknown number of events and must start anew.
 */
export async function whereToBegin(
  db: Db,
  organizationId: string,
  lastSeen: string | undefined,
): Promise<{ place: Place; isReset: boolean }> {
  if (lastSeen && /^\d{1,15}(,\d{1,15}){0,999}$/.test(lastSeen)) {
    const [sequence = 0, ...ahead] = lastSeen.split(',').map(Number)
    const place = { sequence, ahead: new Set(ahead) }
    if (await areOnRecord(db, organizationId, place)) return { place, isReset: false }
  }
  const sequence = await lastEventSequence(db, organizationId)
  return { place: { sequence, ahead: new Set() }, isReset: Boolean(lastSeen) }
}

async function areOnRecord(db: Db, organizationId: string, { sequence, ahead }: Place): Promise<boolean> {
  const told = new Set(ahead)
  if (sequence !== 0) told.add(sequence) // a reader gets zero while the log is empty
  if (told.size === 0) return true
  const found = await db
    .selectFrom('events')
    .select('sequence')
    .where('sequence', 'in', [...told])
    .where('organization_id', '=', organizationId)
    .execute()
  return found.length === told.size
}

/** Deletes events that are older than seven days. Several processes may do it at once. */
export async function pruneEvents(deps: Dependencies): Promise<void> {
  let removed: number
  do {
    removed = await deps.database.transaction(async (tx) => {
      const result = await tx
        .deleteFrom('events')
        .where('sequence', 'in', (query) =>
          query
            .selectFrom('events')
            .select('sequence')
            .where('created_at', '<', deps.now() - EVENTS_KEPT_MS)
            .orderBy('created_at')
            .limit(AT_ONCE),
        )
        .executeTakeFirst()
      return Number(result.numDeletedRows)
    })
  } while (removed === AT_ONCE)
}
