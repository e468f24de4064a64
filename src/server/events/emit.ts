import type { StreamEvent } from '#contract/events.ts'
import type { Dependencies } from '../context.ts'
import type { Tx } from '../db/tables.ts'
import { preparedInsert } from '../db/write-rows.ts'
import type { Announcement } from './announcement.ts'

/** The notification topic that carries the id of an organization whenever events were added to its log. */
export const EVENTS_TOPIC = 'events'

/**
 * Adds an event to the organization's log within the caller's transaction, runs the event listeners in it, and notifies
 * the live streams once it has committed. `announcement` is what webhook receivers are sent, if anything.
 */
export async function emit(
  deps: Dependencies,
  tx: Tx,
  organizationId: string,
  event: StreamEvent,
  announcement?: Announcement,
): Promise<void> {
  await insertEvent(tx, {
    organization_id: organizationId,
    agent_id: event.agent_id ?? null,
    type: event.type,
    payload: JSON.stringify(event),
    created_at: deps.now(),
  })
  for (const listener of deps.eventListeners) await listener(deps, tx, { organizationId, event, announcement })
  await deps.notifications.notify(tx, EVENTS_TOPIC, organizationId)
}

const insertEvent = preparedInsert('events')
