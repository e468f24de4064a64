import { onOrganizationEvent } from '#dashboard/api/stream-state.ts'

const MOST = 2_000 // older changes are forgotten, because a list fetched before them is fetched again anyway

/** Conversations that the event stream told of, each with a number that grows with every event. */
const ticks = new Map<string, number>()
let tick = 0

/** Follows the stream for as long as a list is on screen. */
export function watchChanges(): () => void {
  return onOrganizationEvent(({ conversation_id }) => {
    if (!conversation_id) return
    ticks.delete(conversation_id)
    ticks.set(conversation_id, ++tick)
    if (ticks.size > MOST) ticks.delete(ticks.keys().next().value!)
  })
}

export const changesUntilNow = (): number => tick

/** The conversations that changed after one such number and up to another. */
export function changedBetween(after: number, until: number): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const [id, at] of ticks) if (at > after && at <= until) ids.add(id)
  return ids
}
