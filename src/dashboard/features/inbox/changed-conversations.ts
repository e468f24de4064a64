import { onOrganizationEvent } from '#dashboard/api/stream-state.ts'

const MOST = 2_000 // older changes are forgotten; a list fetched before them is refetched anyway

/** Conversations the event stream told of, each with the tick of its latest event. */
const ticks = new Map<string, number>()
let tick = 0

/** Watches the stream for as long as a list is on screen. */
export function watchChanges(): () => void {
  return onOrganizationEvent(({ conversation_id }) => {
    if (!conversation_id) return
    ticks.delete(conversation_id)
    ticks.set(conversation_id, ++tick)
    if (ticks.size > MOST) ticks.delete(ticks.keys().next().value!)
  })
}

export const changesUntilNow = (): number => tick

/** Conversations that changed after one moment and up to another. */
export function changedBetween(after: number, until: number): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const [id, at] of ticks) if (at > after && at <= until) ids.add(id)
  return ids
}
