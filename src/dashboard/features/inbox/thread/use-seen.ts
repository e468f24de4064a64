import { useEffect, useState } from 'react'
import { markSeen } from '../list/seen.ts'

/**
 * Marks messages as read that were on screen in a visible tab.
 * @returns the number of new messages below the screen
 */
export function useSeen(conversationId: string, total: number, isAtEnd: boolean): number {
  const [atEndUntil, setAtEndUntil] = useState(total)
  if (isAtEnd && atEndUntil !== total) setAtEndUntil(total)
  useEffect(() => {
    if (!isAtEnd) return
    const look = () => {
      if (document.visibilityState === 'visible') markSeen(conversationId, total)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [conversationId, total, isAtEnd])
  return isAtEnd ? 0 : total - atEndUntil
}
