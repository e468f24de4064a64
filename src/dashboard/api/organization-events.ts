import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { connection } from '#dashboard/lib/connection.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { sessionEnded } from './session-state.ts'

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
