import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { showAtOnce } from '#dashboard/api/optimistic.ts'
import type { Answer } from '#dashboard/api/types.ts'
import { dismissToast, toast } from '#dashboard/ui/toast.tsx'
import { changeLine } from '../list/lines.ts'
import { changeLineEverywhere } from '../list/lines-query.ts'
import { noteOwnTakeover } from '../notifications/own-takeovers.ts'
import { type ConversationIds, paramsOf } from './query.ts'

type Change = Input<'updateConversation'>['body']
type Conversation = Answer<'getConversation'>

/**
 * Handlers to take over, give back, close and reopen. Each change is shown at once, and undone if the server refuses
 * it.
 */
export function useConversationActions(ids: ConversationIds) {
  const client = useQueryClient()
  const params = paramsOf(ids)
  const mutation = useMutation({
    ...api.updateConversation.mutationOptions(),
    // Send changes one after the other, as keys can be quicker than the server.
    scope: { id: `conversation ${ids.conversationId}` },
    onMutate: async ({ body }) => {
      if (body.response_mode === 'human') noteOwnTakeover(ids.conversationId)
      const putBack = await showAtOnce<Conversation>(client, [api.getConversation.key({ params })], (known) => ({
        ...known,
        ...withoutUndefined(body),
      }))
      const now = new Date().toISOString()
      const putLineBack = changeLineEverywhere(client, ids.conversationId, (line) =>
        changeLine(line, withoutUndefined(body), now),
      )
      return () => {
        putBack()
        putLineBack()
      }
    },
    onError: (_error, _variables, undo) => undo?.(),
    onSuccess: async (conversation) => {
      const queryKey = api.getConversation.key({ params })
      await client.cancelQueries({ queryKey }) // a query begun before this change may return the previous state
      client.setQueryData(queryKey, conversation)
      changeLineEverywhere(client, ids.conversationId, (line) => ({ ...line, ...conversation }))
    },
  })
  const change = (body: Change, onSuccess?: () => void) => mutation.mutate({ params, body }, { onSuccess })
  const reopen = () => change({ status: 'open' }, () => dismissToast('closed'))
  return {
    takeOver: () => change({ response_mode: 'human' }),
    giveBack: () => change({ response_mode: 'ai' }),
    close: () =>
      change({ status: 'closed' }, () =>
        toast.message('Conversation closed', { id: 'closed', action: { label: 'Reopen', onClick: reopen } }),
      ),
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
