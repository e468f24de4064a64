import { removeInPortions } from '../concurrency/remove-in-portions.ts'
import type { Dependencies } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { lastEventSequence } from '../db/visible-events.ts'

export const EVENTS_KEPT_MS = 7 * 24 * 60 * 60 * 1000
const AT_ONCE = 1_000

/**
 * How far a client has got: it needs no event up to `sequence`, before which none can appear any more. `ahead` holds
 * later events it was sent although running transactions may add events before them.
 */
export interface Place {
  sequence: number
  ahead: Set<number>
}

/** The most events that are sent ahead. A client's place lists the number of each, and has to fit into a header. */
export const MOST_AHEAD = 500

/** A client's place as the id of an event in the stream: `120`, or `120,123,125` if 123 and 125 were sent ahead. */
export const placeId = ({ sequence, ahead }: Place): string => [sequence, ...ahead].join(',')

/** The place at the end of an organization's log, as an id; a stream that begins there gets all later events. */
export async function eventMark(db: Db, organizationId: string): Promise<string> {
  return placeId({ sequence: await lastEventSequence(db, organizationId), ahead: new Set() })
}

/**
 * Where to continue the stream after `lastSeen`; without it, at the log's end. `isReset` is true if it is malformed or
 * an event is gone: the client has missed an unknown number and must load everything anew.
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
  if (sequence !== 0) told.add(sequence) // a client's sequence is 0 while the log is empty
  if (told.size === 0) return true
  const found = await db
    .selectFrom('events')
    .select('sequence')
    .where('sequence', 'in', [...told])
    .where('organization_id', '=', organizationId)
    .execute()
  return found.length === told.size
}

export function pruneEvents(deps: Dependencies): Promise<void> {
  return removeInPortions(deps, AT_ONCE, async (tx) => {
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
}
