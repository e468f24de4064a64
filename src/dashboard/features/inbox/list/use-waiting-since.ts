import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { api } from '#dashboard/api/api.ts'
import { findLine } from './lines-query.ts'

const [LISTS] = api.listInbox.key()

/**
 * Since when the conversation's visitor has waited for a person. Only the list has this, and its answer may be later
 * than the conversation's.
 */
export function useWaitingSince(conversationId: string): string | null {
  const client = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) =>
      client.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.queryKey[0] === LISTS) listener()
      }),
    [client],
  )
  return useSyncExternalStore(subscribe, () => findLine(client, conversationId)?.line.waiting_since ?? null)
}
