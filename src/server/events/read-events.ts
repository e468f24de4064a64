import type { Dependencies } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { lastEventSequence } from '../db/visible-events.ts'

export { readEventsAfter, type VisibleEvent } from '../db/visible-events.ts'

export const EVENTS_KEPT_MS = 7 * 24 * 60 * 60 * 1000
const AT_ONCE = 1_000 // a long transaction would hold up everybody on SQLite

/**
 * Where a reader that has seen the event `lastSeen` goes on; without one, behind everything there is.
 * `isReset` when that event is not, or no longer, on record: the reader has missed an unknown number and starts anew.
 */
export async function whereToBegin(
  db: Db,
  organizationId: string,
  lastSeen: string | undefined,
): Promise<{ sequence: number; isReset: boolean }> {
  if (lastSeen === undefined || lastSeen === '')
    return { sequence: await lastEventSequence(db, organizationId), isReset: false }
  const sequence = /^\d{1,15}$/.test(lastSeen) ? Number(lastSeen) : Number.NaN
  // Zero is what a reader was given when there was nothing yet.
  if (sequence === 0 || (await isOnRecord(db, organizationId, sequence))) return { sequence, isReset: false }
  return { sequence: await lastEventSequence(db, organizationId), isReset: true }
}

async function isOnRecord(db: Db, organizationId: string, sequence: number): Promise<boolean> {
  if (Number.isNaN(sequence)) return false
  const found = await db
    .selectFrom('events')
    .select('sequence')
    .where('sequence', '=', sequence)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return found !== undefined
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
