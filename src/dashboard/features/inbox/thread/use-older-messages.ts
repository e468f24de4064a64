import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ConversationIds, loadOlderMessages } from './query.ts'

export interface OlderMessages {
  load: () => void
  error: unknown
}

/**
 * Loads earlier pages, one at a time, while `wanted` and none failed. `start`, the first item, changes with each page.
 */
export function useOlderMessages(ids: ConversationIds, wanted: boolean, start: string | undefined): OlderMessages {
  const client = useQueryClient()
  const [error, setError] = useState<unknown>(null)
  const loading = useRef(false)

  const load = () => {
    if (loading.current) return
    loading.current = true
    setError(null)
    loadOlderMessages(client, ids)
      .catch(setError)
      .finally(() => {
        loading.current = false
      })
  }

  const latest = useRef(load)
  latest.current = load
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page, check whether another one is needed
  useEffect(() => {
    if (wanted && !error) latest.current()
  }, [wanted, start, error])

  return { load, error }
}
