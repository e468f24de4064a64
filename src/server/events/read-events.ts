import type { Dependencies } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { lastEventSequence } from '../db/visible-events.ts'

export { readEventsAfter, type VisibleEvent } from '../db/visible-events.ts'

export const EVENTS_KEPT_MS = 7 * 24 * 60 * 60 * 1000
const AT_ONCE = 1_000 // a long transaction would hold up everybody on SQLite

/**
 * How far a reader has come. `sequence` is the last event it was told that is settled; `ahead` are those after it that it
 * was told before they were.
 */
export interface Place {
  sequence: number
  ahead: Set<number>
}

/** A place as an event's id on the stream: `120`, or `120,123,125` where 123 and 125 were told ahead. */
export const placeId = ({ sequence, ahead }: Place): string => [sequence, ...ahead].join(',')

/**
 * Where a reader goes on whose last event had the id `lastSeen`; without one, behind everything there is.
 * `isReset` when that event is not, or no longer, on record: the reader has missed an unknown number and starts anew.
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
  if (sequence !== 0) told.add(sequence) // zero is what a reader was given when there was nothing yet
  if (told.size === 0) return true
  const found = await db
    .selectFrom('events')
    .select('sequence')
    .where('sequence', 'in', [...told])
    .where('organization_id', '=', organizationId)
    .execute()
  return found.length === told.size
}

/** Forgets events of more than seven days ago. Several processes may do it at once. */
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
