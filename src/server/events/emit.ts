import type { StreamEvent } from '#contract/events.ts'
import type { Dependencies, EmittedEvent } from '../context.ts'
import type { Tx } from '../db/tables.ts'
import { insertion, type RowWrite, writeRows } from '../db/write-rows.ts'
import { CHANGED, conversationTopic } from './conversation-topic.ts'

/** The notification topic that carries the id of an organization whenever events were added to its log. */
export const EVENTS_TOPIC = 'events'

/**
 * Adds an event to the organization's log within the caller's transaction, runs the event listeners in it, and notifies
 * the live streams once the transaction has committed.
 */
export async function emit(deps: Dependencies, tx: Tx, organizationId: string, event: StreamEvent): Promise<void> {
  await writeRows(tx, [eventEntry(deps, organizationId, event)])
  await tellListeners(deps, tx, organizationId, { event })
}

/** An event's row in the log, for callers that write it together with other rows and then call `tellListeners`. */
export function eventEntry(deps: Dependencies, organizationId: string, event: StreamEvent): RowWrite {
  return insertion('events', {
    organization_id: organizationId,
    agent_id: event.agent_id ?? null,
    type: event.type,
    payload: JSON.stringify(event),
    created_at: deps.now(),
  })
}

export type Emitted = Pick<EmittedEvent, 'event'> & Partial<EmittedEvent>

/**
 * Runs the event listeners within the transaction that has written the event. Its commit notifies the organization's
 * live streams, and those of the conversation's visitor unless a member has only read the conversation.
 */
export async function tellListeners(
  deps: Dependencies,
  tx: Tx,
  organizationId: string,
  { event, announcement, written }: Emitted,
): Promise<void> {
  for (const listener of deps.eventListeners) await listener(deps, tx, { organizationId, event, announcement, written })
  await deps.notifications.notify(tx, EVENTS_TOPIC, organizationId)
  if (event.conversation_id !== undefined && event.type !== 'conversation.read')
    await deps.notifications.notify(tx, conversationTopic(event.conversation_id), CHANGED)
}
