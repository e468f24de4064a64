import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { StreamEvent } from '#contract/events.ts'
import { connection } from '#dashboard/lib/connection.ts'
import { createStore, useStore } from '#dashboard/lib/store.ts'
import { sessionEnded } from './session-state.ts'

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

/**
 * Keeps what is on screen fresh from the organization's event stream for as long as the component is mounted and the
 * session lasts. The reader's code follows the first load: until it is there, polling does its work.
 */
export function useOrganizationEvents(organizationId: string): void {
  const client = useQueryClient()
  const isOver = useStore(sessionEnded)
  useEffect(() => {
    if (isOver || connection) return // an API key opens no stream: polling does
    let close: (() => void) | undefined
    let left = false
    import('./open-stream.ts').then(
      ({ openStream }) => {
        if (!left) close = openStream(organizationId, client)
      },
      () => undefined, // polling goes on
    )
    return () => {
      left = true
      close?.()
    }
  }, [organizationId, client, isOver])
}
