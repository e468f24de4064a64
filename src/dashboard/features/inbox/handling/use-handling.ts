import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Data } from '#contract/index.ts'
import { invalidateAfter } from '#dashboard/api/after-mutation.ts'
import type { ApiError } from '#dashboard/api/api-error.ts'
import { call } from '#dashboard/api/client.ts'
import { snoozedUntil } from '#dashboard/components/conversation/snoozed-until.ts'
import { tellError } from '#dashboard/components/tell-error.ts'
import { dismissToast, toast } from '#dashboard/ui/toast.tsx'
import { useAdvance } from '../list/advance.ts'
import type { Line, LineChange } from '../list/lines.ts'
import { type ConversationIds, paramsOf } from '../thread/query.ts'
import { showAnswer, showChange } from '../thread/show-change.ts'

type Label = Line['labels'][number]
type Assignee = Line['assignee']
type Until = Line['snoozed_until']

interface Act {
  operation: 'assignConversation' | 'labelConversation' | 'snoozeConversation'
  send: () => Promise<Data<'assignConversation'>>
  /** The change that is shown until the server has answered. */
  shown: LineChange
  /** Says what did not happen if the request fails, without a full stop. */
  failed: string
}

/** Handlers that assign, label, snooze and wake. Each change is shown at once, and undone if its request fails. */
export function useHandling(ids: ConversationIds) {
  const client = useQueryClient()
  const params = paramsOf(ids)
  const planAdvance = useAdvance(ids.conversationId)
  const mutation = useMutation<Data<'assignConversation'>, ApiError, Act, () => void>({
    mutationFn: ({ send }) => send(),
    // Send changes one after the other, as shortcuts can be pressed faster than the server answers.
    scope: { id: `conversation ${ids.conversationId}` },
    onMutate: ({ shown }) => showChange(client, ids, shown),
    onError: (error, { failed }, undo) => {
      undo?.()
      tellError(error, failed)
    },
    onSuccess: async (answer, { operation }) => {
      await showAnswer(client, ids, answer)
      void invalidateAfter(client, operation, params)
    },
  })

  const assign = (assignee: Assignee, before: Assignee) =>
    mutation.mutate(
      {
        operation: 'assignConversation',
        send: () => call('assignConversation', { params, body: { assignee: assignee?.user_id ?? null } }),
        shown: { assignee },
        failed: 'The conversation was not assigned',
      },
      {
        onSuccess: () =>
          toast.message(assignee ? `Assigned to ${assignee.name}` : 'Assigned to nobody', {
            id: 'assigned',
            action: { label: 'Undo', onClick: () => assign(before, assignee) },
          }),
      },
    )

  /** Replaces the labels. `before` holds the labels until now, as only the difference is sent. */
  const label = (labels: readonly Label[], before: readonly Label[]) => {
    const without = (all: readonly Label[], some: readonly Label[]) =>
      all.filter(({ id }) => !some.some((other) => other.id === id)).map(({ id }) => id)
    const body = { add: without(labels, before), remove: without(before, labels) }
    mutation.mutate({
      operation: 'labelConversation',
      send: () => call('labelConversation', { params, body }),
      shown: { labels: [...labels] },
      failed: 'The labels were not changed',
    })
  }

  const wake = () => {
    dismissToast('snoozed')
    mutation.mutate({
      operation: 'snoozeConversation',
      send: () => call('snoozeConversation', { params, body: { until: null } }),
      shown: { snoozed_until: null },
      failed: 'The conversation was not woken',
    })
  }

  const snooze = (until: NonNullable<Until>) => {
    const advance = planAdvance()
    mutation.mutate(
      {
        operation: 'snoozeConversation',
        send: () => call('snoozeConversation', { params, body: { until } }),
        shown: { snoozed_until: until },
        failed: 'The conversation was not snoozed',
      },
      {
        onSuccess: () => {
          toast.message(`Snoozed ${snoozedUntil(until)}`, {
            id: 'snoozed',
            action: { label: 'Wake', onClick: wake },
          })
          advance()
        },
      },
    )
  }

  return { assign, label, snooze, wake }
}

export type Handling = ReturnType<typeof useHandling>
