import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createStore } from '#dashboard/lib/store.ts'

/** Where the tab keeps the outbox over a reload. */
export const OUTBOX = 'baton.outbox'

/** Conversations with a reply that did not go out, and won't by itself; the outbox keeps it true. */
export const stuck = createStore<ReadonlySet<string>>(new Set())

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
