import type { QueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { showAtOnce } from '#dashboard/api/optimistic.ts'
import { changeLine, type Line, type LineChange } from '../list/lines.ts'
import { changeLineEverywhere } from '../list/lines-query.ts'
import { type ConversationIds, paramsOf } from './query.ts'

const keyOf = (ids: ConversationIds) => api.getInboxLine.key({ params: paramsOf(ids) })

/** Shows a change at once in the bar, the details and every list. @returns a function that takes it back */
export async function showChange(client: QueryClient, ids: ConversationIds, change: LineChange): Promise<() => void> {
  const now = new Date().toISOString()
  const changed = (line: Line) => changeLine(line, change, now)
  const putBack = await showAtOnce<Line>(client, [keyOf(ids)], changed)
  const putLineBack = changeLineEverywhere(client, ids.conversationId, changed)
  return () => {
    putBack()
    putLineBack()
  }
}

export async function showAnswer(client: QueryClient, ids: ConversationIds, answer: Partial<Line>): Promise<void> {
  await client.cancelQueries({ queryKey: keyOf(ids) }) // a query begun before this change may return the previous state
  changeConversation(client, ids, (line) => ({ ...line, ...answer }))
}

/** Changes a conversation in the cache, and its line in every list. */
export function changeConversation(client: QueryClient, ids: ConversationIds, change: (line: Line) => Line): void {
  client.setQueryData<Line>(keyOf(ids), (known) => known && change(known))
  changeLineEverywhere(client, ids.conversationId, change)
}
