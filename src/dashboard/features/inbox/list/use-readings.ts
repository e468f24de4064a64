import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useSession } from '#dashboard/api/session.ts'
import { onOrganizationEvent } from '#dashboard/api/stream-state.ts'
import { showReading } from './lines-query.ts'

/** Shows in all lists what the same member reads elsewhere, in another tab or browser. */
export function useReadings(): void {
  const client = useQueryClient()
  const me = useSession().user.id
  useEffect(() => {
    const stop = onOrganizationEvent((event) => {
      if (event.type === 'conversation.read' && event.user_id === me)
        showReading(client, event.conversation_id, event.read_count, true)
    })
    return () => {
      stop()
      // From here on, events about readings are missed, so the lists must be fetched again when they are shown again.
      void client.invalidateQueries({ queryKey: api.listInbox.key(), refetchType: 'none' })
    }
  }, [client, me])
}
