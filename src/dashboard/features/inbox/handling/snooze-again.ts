import type { QueryClient } from '@tanstack/react-query'
import { call } from '#dashboard/api/client.ts'
import { tellError } from '#dashboard/components/tell-error.ts'
import { type ConversationIds, paramsOf } from '../thread/query.ts'
import { showAnswer } from '../thread/show-change.ts'
import { isAhead } from './snooze.ts'

/** Restores the snooze that closing has ended, when a conversation is reopened before `until`. */
export async function snoozeAgain(client: QueryClient, ids: ConversationIds, until: string): Promise<void> {
  if (!isAhead(until)) return
  try {
    await showAnswer(client, ids, await call('snoozeConversation', { params: paramsOf(ids), body: { until } }))
  } catch (error) {
    tellError(error, 'The conversation was not snoozed again')
  }
}
