import type { StreamEventName } from '#contract/events.ts'
import { onOrganizationEvent } from '#dashboard/api/stream-state.ts'

const MOST = 2_000 // conversations; far more than change between two fetches of a list

/**
 * The events that may move a conversation in its list, or out of it. Others, such as those about presence or a note,
 * leave it where it is.
 */
const moving: ReadonlySet<StreamEventName> = new Set([
  'conversation.created',
  'conversation.updated',
  'conversation.handed_over',
  'conversation.deleted',
  'message.created',
] as const)

/**
 * Ids of conversations that events were about, each with the number of its latest event; numbers grow with every event.
 */
const ticks = new Map<string, number>()
let tick = 0

/**
 * Records the events of the stream while a list is on screen.
 * @returns a function that stops recording
 */
export function watchChanges(): () => void {
  return onOrganizationEvent(({ type, conversation_id }) => {
    if (!conversation_id || !moving.has(type)) return
    ticks.delete(conversation_id)
    ticks.set(conversation_id, ++tick)
    if (ticks.size > MOST) ticks.delete(ticks.keys().next().value!)
  })
}

export const changesUntilNow = (): number => tick

/** Ids of the conversations whose latest event has a number above `after` and not above `until`. */
export function changedBetween(after: number, until: number): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const [id, at] of ticks) if (at > after && at <= until) ids.add(id)
  return ids
}
