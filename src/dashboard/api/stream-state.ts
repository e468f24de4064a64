import type { StreamEvent } from '#contract/events.ts'
import { createStore } from '#dashboard/lib/store.ts'

/** Whether the event stream is connected. While it is, polling slows down. */
export const streamConnected = createStore(false)

type Listener = (event: StreamEvent) => void
const listeners = new Set<Listener>()

/**
 * Calls `listener` for every event of the stream, for reactions other than refetching, such as a sound.
 * @returns a function that unsubscribes
 */
export function onOrganizationEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Passes an event of the stream to all listeners. */
export function tellListeners(event: StreamEvent): void {
  for (const listener of [...listeners]) listener(event)
}

let marks: Readonly<Record<string, string>> = {}

/**
 * Stores the id of each organization's latest event. Called before any screen fetches data, so that a stream which
 * begins after that event reports every later change.
 */
export function noteMarks(noted: Readonly<Record<string, string>>): void {
  marks = noted
}

/**
 * Returns the event id after which the first stream begins, and forgets it: a stream opened later must begin at newer
 * events.
 */
export function takeMark(organizationId: string): string | undefined {
  const { [organizationId]: mark, ...others } = marks
  marks = others
  return mark
}
