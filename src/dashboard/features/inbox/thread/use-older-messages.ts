import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ConversationIds, loadOlderMessages } from './query.ts'

export interface OlderMessages {
  load: () => void
  error: unknown
}

/**
 * Loads the page before the loaded messages whenever `wanted` is true, one page at a time.
 * @param first The position of the first loaded message. It changes with every page, which makes the hook check again.
 */
export function useOlderMessages(ids: ConversationIds, wanted: boolean, first: number): OlderMessages {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has arrived asks whether another is wanted
  useEffect(() => {
    if (wanted && !error) latest.current()
  }, [wanted, first, error])

  return { load, error }
}
