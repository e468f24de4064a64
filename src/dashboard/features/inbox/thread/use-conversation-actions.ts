import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Input } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { call } from '#dashboard/api/client.ts'
import { tellError } from '#dashboard/components/tell-error.ts'
import { dismissToast, toast } from '#dashboard/ui/toast.tsx'
import { useAdvance } from '../list/advance.ts'
import type { Line } from '../list/lines.ts'
import { noteOwnTakeover } from '../notifications/own-takeovers.ts'
import { type ConversationIds, paramsOf, readerOf } from './query.ts'
import { showAnswer, showChange } from './show-change.ts'

type Change = Input<'updateConversation'>['body']

/** Handlers to take over, give back, close and reopen, each shown at once, and undone if its request fails. */
export function useConversationActions(ids: ConversationIds) {
  const client = useQueryClient()
  const params = paramsOf(ids)
  const planAdvance = useAdvance(ids.conversationId)
  const isShown = useIsShown()
  const update = api.updateConversation.mutationOptions()
  const mutation = useMutation({
    ...update,
    mutationFn: async (variables, context) => {
      if (variables.body.response_mode !== 'ai') return update.mutationFn!(variables, context)
      await call('giveBack', { params, body: { answers: true } })
      return call('getInboxLine', { params })
    },
    // Send changes one after the other, as shortcuts can be pressed faster than the server answers.
    scope: { id: `conversation ${ids.conversationId}` },
    onMutate: async ({ body }) => {
      if (body.response_mode === 'human') noteOwnTakeover(ids.conversationId)
      const until = client.getQueryData<Line>(api.getInboxLine.key({ params }))?.snoozed_until ?? null
      const undo = await showChange(client, ids, { ...withoutUndefined(body), actor: readerOf(client) })
      return { undo, until }
    },
    onError: (error, { body }, before) => {
      before?.undo()
      if (!isShown()) tellError(error, failureOf(body))
    },
    // As options of `useMutation`, unlike those of `mutate`, these callbacks also run after the conversation was left.
    onSuccess: (conversation, { body: { status } }, { until }) => {
      if (status === 'open') dismissToast('closed')
      if (status === 'closed') {
        const onClick = () => void takeBackClosing(until)
        toast.message('Conversation closed', { id: 'closed', action: { label: 'Reopen', onClick } })
      }
      return showAnswer(client, ids, conversation)
    },
  })
  const change = (body: Change, onSuccess?: () => void) => mutation.mutate({ params, body }, { onSuccess })
  const reopen = () => change({ status: 'open' })
  /** Reopens the conversation, and restores its snooze from before it was closed. */
  const takeBackClosing = async (until: Line['snoozed_until']) => {
    try {
      await mutation.mutateAsync({ params, body: { status: 'open' } })
    } catch {
      return // the mutation's `onError` has handled it
    }
    if (until) void import('../handling/snooze-again.ts').then(({ snoozeAgain }) => snoozeAgain(client, ids, until))
  }
  return {
    takeOver: () => change({ response_mode: 'human' }),
    giveBack: () => change({ response_mode: 'ai' }),
    close: () => change({ status: 'closed' }, planAdvance()),
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

function useIsShown(): () => boolean {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isShown.current
}

function failureOf({ status, response_mode }: Change): string {
  if (status) return `The conversation was not ${status === 'closed' ? 'closed' : 'reopened'}`
  return `The conversation was not ${response_mode === 'human' ? 'taken over' : 'given back to the AI'}`
}

function withoutUndefined(body: Change): { [Key in keyof Change]?: Exclude<Change[Key], undefined> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}
