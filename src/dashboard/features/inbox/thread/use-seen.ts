import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ThreadMessages } from './messages.ts'
import type { ConversationIds } from './query.ts'
import { markRead, tellNow } from './tell-read.ts'

/** Marks all as read when the newest is on screen in a visible tab. @returns how many new ones are below the screen */
export function useSeen(ids: ConversationIds, { total, end }: ThreadMessages, isAtEnd: boolean): number {
  const client = useQueryClient()
  const { agentId, conversationId } = ids
  const [atEndUntil, setAtEndUntil] = useState(total)
  if (isAtEnd && atEndUntil !== total) setAtEndUntil(total)
  useEffect(() => {
    if (!isAtEnd) return
    const look = () => {
      if (document.visibilityState !== 'visible') return
      markRead(client, { agentId, conversationId }, { count: total, position: end })
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [client, agentId, conversationId, total, end, isAtEnd])
  useEffect(() => () => tellNow({ agentId, conversationId }), [agentId, conversationId])
  return isAtEnd ? 0 : total - atEndUntil
}
