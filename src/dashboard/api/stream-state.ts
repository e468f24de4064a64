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

let marks: Readonly<Record<string, string>> = {}

/** Notes where each organization's events had come to, before any screen asks for what they may change. */
export function noteMarks(noted: Readonly<Record<string, string>>): void {
  marks = noted
}

/** Where the stream goes on from, once: whoever opens it again has missed what came in between. */
export function takeMark(organizationId: string): string | undefined {
  const { [organizationId]: mark, ...others } = marks
  marks = others
  return mark
}
