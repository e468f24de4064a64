import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { OUTBOX } from './outbox-traces.ts'

/**
 * Opens the outbox together with the screen, so that replies left over by a reload are sent. Without any, its code is
 * not loaded.
 */
export function useOpenOutbox(): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!hasLeftovers()) return
    import('../inbox-parts.ts').then(
      ({ outboxOf }) => outboxOf(client).wake(),
      () => undefined, // if that fails, opening a conversation tries again
    )
  }, [client])
}

function hasLeftovers(): boolean {
  try {
    return (window.sessionStorage.getItem(OUTBOX) ?? '[]') !== '[]'
  } catch {
    return false
  }
}
