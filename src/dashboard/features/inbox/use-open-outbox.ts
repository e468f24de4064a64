import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { OUTBOX } from './outbox-traces.ts'

/** Opens the outbox with the screen, so that what a reload left in it goes out. An empty one needs no code. */
export function useOpenOutbox(): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!hasLeftovers()) return
    import('./use-outbox.ts').then(
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
