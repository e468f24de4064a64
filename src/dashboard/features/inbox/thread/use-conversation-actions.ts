import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { dismissToast, toast } from '#dashboard/ui/toast.tsx'
import { useAdvance } from '../list/advance.ts'
import { noteOwnTakeover } from '../notifications/own-takeovers.ts'
import { type ConversationIds, paramsOf, readerOf } from './query.ts'
import { showAnswer, showChange } from './show-change.ts'

type Change = Input<'updateConversation'>['body']

/**
 * Handlers to take over, give back, close and reopen. Each change is shown at once, and undone if the server refuses
 * it.
 */
export function useConversationActions(ids: ConversationIds) {
  const client = useQueryClient()
  const params = paramsOf(ids)
  const planAdvance = useAdvance(ids.conversationId)
  const mutation = useMutation({
    ...api.updateConversation.mutationOptions(),
    // Send changes one after the other, as keys can be quicker than the server.
    scope: { id: `conversation ${ids.conversationId}` },
    onMutate: ({ body }) => {
      if (body.response_mode === 'human') noteOwnTakeover(ids.conversationId)
      return showChange(client, ids, { ...withoutUndefined(body), actor: readerOf(client) })
    },
    onError: (_error, _variables, undo) => undo?.(),
    onSuccess: (conversation) => showAnswer(client, ids, conversation),
  })
  const change = (body: Change, onSuccess?: () => void) => mutation.mutate({ params, body }, { onSuccess })
  const reopen = () => change({ status: 'open' }, () => dismissToast('closed'))
  return {
    takeOver: () => change({ response_mode: 'human' }),
    giveBack: () => change({ response_mode: 'ai' }),
    close: () => {
      const advance = planAdvance()
      change({ status: 'closed' }, () => {
        toast.message('Conversation closed', { id: 'closed', action: { label: 'Reopen', onClick: reopen } })
        advance()
      })
    },
    reopen,
    error: mutation.error,
    /** The change requested but not confirmed yet, so that a refetch meanwhile does not show the previous state. */
    asked: mutation.isPending ? withoutUndefined(mutation.variables.body) : undefined,
    isPending: mutation.isPending,
    retry: () => mutation.variables && change(mutation.variables.body),
    dismiss: mutation.reset,
  }
}

export type ConversationActions = ReturnType<typeof useConversationActions>

function withoutUndefined(body: Change): { [Key in keyof Change]?: Exclude<Change[Key], undefined> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}
