import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { outboxOf } from './use-outbox.ts'

/** Opens the outbox when the inbox is shown, so that replies left unsent by a reload are sent. */
export function useOpenOutbox(): void {
  const client = useQueryClient()
  useEffect(() => outboxOf(client).wake(), [client])
}
