import { useEffect, useRef, useState } from 'react'
import { call } from '#dashboard/api/client.ts'
import { permissions } from '#dashboard/lib/permissions.ts'
import { markSeen } from '../list/seen.ts'
import type { ThreadMessages } from './messages.ts'
import { type ConversationIds, paramsOf } from './query.ts'

const TELL_MS = 3_000 // milliseconds after which the server is told, once for all that was read by then

/**
 * Marks messages as read that were on screen in a visible tab, here and on the server, which knows it for each member.
 * @returns the number of new messages below the screen
 */
export function useSeen(ids: ConversationIds, { total, end }: ThreadMessages, isAtEnd: boolean): number {
  const { conversationId } = ids
  const [atEndUntil, setAtEndUntil] = useState(total)
  if (isAtEnd && atEndUntil !== total) setAtEndUntil(total)
  const tell = useTellServer(ids)
  useEffect(() => {
    if (!isAtEnd) return
    const look = () => {
      if (document.visibilityState !== 'visible') return
      markSeen(conversationId, total)
      if (end !== undefined) tell(end)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [conversationId, total, end, isAtEnd, tell])
  return isAtEnd ? 0 : total - atEndUntil
}

/** A function that tells the server how far one has read: a moment later, and at once when the thread is left. */
function useTellServer(ids: ConversationIds): (position: string) => void {
  const params = useRef(paramsOf(ids))
  const waiting = useRef<{ position: string; timer: ReturnType<typeof setTimeout> }>(undefined)
  const [tell] = useState(() => {
    const send = () => {
      const position = waiting.current?.position
      waiting.current = undefined
      if (position === undefined || !permissions.ownApi) return
      // What is not told now is told with what is read next.
      const input = { params: params.current, body: { position } }
      call('markConversationRead', input, { outlivesPage: true }).catch(() => undefined)
    }
    return {
      later: (position: string) => {
        const timer = waiting.current?.timer ?? setTimeout(send, TELL_MS)
        waiting.current = { position, timer }
      },
      now: () => {
        clearTimeout(waiting.current?.timer)
        send()
      },
    }
  })
  useEffect(() => tell.now, [tell])
  return tell.later
}
