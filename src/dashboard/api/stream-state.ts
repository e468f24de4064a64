import type { StreamEvent } from '#contract/events.ts'
import { createStore } from '#dashboard/lib/store.ts'

/** Whether the event stream is connected. While it is, polling slows down. */
export const streamConnected = createStore(false)

type Listener = (event: StreamEvent) => void
const listeners = new Set<Listener>()

/** Calls `listener` for every event, to do more than refetch. @returns a function that unsubscribes */
export function onOrganizationEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellListeners(event: StreamEvent): void {
  for (const listener of [...listeners]) listener(event)
}

let marks: Readonly<Record<string, string>> = {}

/** Each organization's latest event, noted before any fetch, so that a stream from there reports every later change. */
export function noteMarks(noted: Readonly<Record<string, string>>): void {
  marks = noted
}

/** The event id after which the first stream begins; forgotten then, as later ones must begin at newer events. */
export function takeMark(organizationId: string): string | undefined {
  const { [organizationId]: mark, ...others } = marks
  marks = others
  return mark
}
