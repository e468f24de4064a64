import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { OUTBOX } from './outbox-traces.ts'

/**
 * Opens the outbox when the inbox is shown, so that replies left unsent by a reload are sent. If there are none, the
 * outbox's code is not loaded.
 */
export function useOpenOutbox(): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!hasLeftovers()) return
    import('../inbox-parts.ts').then(
      ({ outboxOf }) => outboxOf(client).wake(),
      () => undefined, // if the code can't be loaded, opening a conversation tries again
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
