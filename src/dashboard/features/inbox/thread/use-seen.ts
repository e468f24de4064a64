import { useEffect, useState } from 'react'
import { markSeen } from '../list/seen.ts'

/**
 * Remembers which messages have been on screen, in a tab that is visible.
 * @returns how many messages have come below the screen meanwhile.
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
