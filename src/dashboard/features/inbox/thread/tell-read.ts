import type { QueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { call } from '#dashboard/api/client.ts'
import { tellError } from '#dashboard/components/tell-error.ts'
import { showReading } from '../list/lines-query.ts'
import { forgetReading, noteTold } from '../list/readings.ts'
import { type ConversationIds, paramsOf } from './query.ts'

const TELL_MS = 3_000 // milliseconds of delay, so that one request reports all messages read by then

interface Waiting {
  count: number
  position: string
  timer: ReturnType<typeof setTimeout>
}

/** Readings that are not reported to the server yet, by conversation. */
const waiting = new Map<string, Waiting>()
/** Requests under way, by conversation: one that marks it as unread must not overtake them. */
const underWay = new Map<string, Promise<unknown>>()

/** Marks the first `count` messages as read. The server is told a few seconds later. */
export function markRead(
  client: QueryClient,
  ids: ConversationIds,
  { count, position }: { count: number; position: string | undefined },
): void {
  const { conversationId } = ids
  if (position === undefined) return
  showReading(client, conversationId, count, false)
  const timer = waiting.get(conversationId)?.timer ?? setTimeout(tellNow, TELL_MS, ids)
  waiting.set(conversationId, { count, position, timer })
}

/** Reports a waiting reading of a conversation at once, for example when its thread is left. */
export function tellNow(ids: ConversationIds): void {
  const { conversationId } = ids
  const told = stopWaiting(conversationId)
  if (!told) return
  const { count, position } = told
  const input = { params: paramsOf(ids), body: { position } }
  const sent = call('markConversationRead', input, { outlivesPage: true }).then(
    () => noteTold(conversationId, count),
    // The next reading of the conversation includes this one, so the request is not repeated.
    () => forgetReading(conversationId, count),
  )
  underWay.set(conversationId, sent)
  void sent.finally(() => underWay.get(conversationId) === sent && underWay.delete(conversationId))
}

/** Marks the last of `total` messages as unread, as a reminder for later. */
export async function markUnread(client: QueryClient, ids: ConversationIds, total: number): Promise<void> {
  const { conversationId } = ids
  const count = Math.max(0, total - 1)
  stopWaiting(conversationId)
  showReading(client, conversationId, count, false)
  await underWay.get(conversationId)
  try {
    await call('markConversationUnread', { params: paramsOf(ids) })
    noteTold(conversationId, count)
  } catch (error) {
    forgetReading(conversationId, count)
    tellError(error, 'The conversation was not marked as unread')
    void client.invalidateQueries({ queryKey: api.listInbox.key() })
  }
}

function stopWaiting(conversationId: string): Waiting | undefined {
  const told = waiting.get(conversationId)
  clearTimeout(told?.timer)
  waiting.delete(conversationId)
  return told
}
