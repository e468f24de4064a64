import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { OUTBOX } from './outbox-traces.ts'

/**
 * Opens the outbox together with the screen, so that replies left by a reload are sent. An empty outbox loads no code.
 */
export function useOpenOutbox(): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!hasLeftovers()) return
    import('../inbox-parts.ts').then(
      ({ outboxOf }) => outboxOf(client).wake(),
      () => undefined, // opening a conversation asks for it again
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
