import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateAfter } from '#dashboard/api/after-mutation.ts'
import { call } from '#dashboard/api/client.ts'
import type { ThreadMessages } from '../thread/messages.ts'
import { type ConversationIds, paramsOf } from '../thread/query.ts'

/** Asks the AI for a suggestion. It is being written until it stands in the thread, or the thread has moved on. */
export function useSuggestion(ids: ConversationIds, thread: ThreadMessages) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ id: string; total: number }>()
  const ask = useMutation({
    mutationFn: () => call('suggestReply', { params: paramsOf(ids) }),
    onSuccess: ({ id }) => {
      setAsked({ id, total: thread.total })
      void invalidateAfter(client, 'suggestReply', paramsOf(ids))
    },
  })
  const isComing = asked !== undefined && asked.total === thread.total && thread.suggestion === null
  return {
    ask: () => {
      if (!ask.isPending && !isComing) ask.mutate()
    },
    isPending: ask.isPending || isComing,
    error: ask.error,
    /** Forgets what was asked for, as it was sent or dismissed. */
    forget: () => setAsked(undefined),
  }
}
