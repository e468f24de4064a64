import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onOrganizationEvent } from '#dashboard/api/stream-state.ts'
import { type ConversationIds, refreshMessage, trimThreadCache } from './query.ts'

/** Keeps older messages up to date, which a refetch does not include, and drops them when the thread is left. */
export function useOlderChanges(ids: ConversationIds): void {
  const client = useQueryClient()
  const { agentId, conversationId } = ids
  useEffect(() => {
    const own = { agentId, conversationId }
    const stop = onOrganizationEvent(({ type, conversation_id, message_id }) => {
      if (type === 'message.updated' && conversation_id === conversationId && message_id)
        refreshMessage(client, own, message_id).catch(() => undefined)
    })
    return () => {
      stop()
      trimThreadCache(client, own)
    }
  }, [client, agentId, conversationId])
}
