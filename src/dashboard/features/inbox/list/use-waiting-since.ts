import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { api } from '#dashboard/api/api.ts'
import { findLine } from './lines-query.ts'

const [LISTS] = api.listInbox.key()

/**
 * When the conversation's visitor began to wait for a person, or null. Only the list knows it, and the list may be
 * newer than the fetched conversation.
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
