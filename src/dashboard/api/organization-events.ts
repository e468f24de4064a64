import type { StreamEvent } from '#contract/events.ts'
import { createStore } from '#dashboard/lib/store.ts'

/** Whether changes are being pushed; polling slows down while they are. */
export const streamConnected = createStore(false)

type Listener = (event: StreamEvent) => void
const listeners = new Set<Listener>()

/** Calls `listener` for every event of the stream, for what is more than refetching (a sound, a notification). */
export function onOrganizationEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For the stream's reader. */
export function tellListeners(event: StreamEvent): void {
  for (const listener of [...listeners]) listener(event)
}
