import { queryOptions } from '@tanstack/react-query'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import type { ThreadMessages } from '../thread/messages.ts'
import { type ConversationIds, paramsOf } from '../thread/query.ts'

type UnsentReply = Data<'listUnsentReplies'>[number]

const LOOKED_FOR_MS = 2 * 60_000 // milliseconds after the visitor's message; later the AI won't write a reply any more

/** Replies that the AI finished after a takeover, newest first. Polls too while the AI may still be writing one. */
export function unsentRepliesQuery(ids: ConversationIds, awaitedSince?: string) {
  const isAwaited = () => awaitedSince !== undefined && Date.now() - Date.parse(awaitedSince) < LOOKED_FOR_MS
  return queryOptions({
    ...api.listUnsentReplies.queryOptions({ params: paramsOf(ids) }),
    refetchInterval: pollWhile(isAwaited, { ms: 5_000, max: 20_000, live: 60_000 }),
  })
}

/** The newest unsent reply, unless the AI or a person has replied since it was written. */
export function offeredReply(
  unsent: readonly UnsentReply[] | undefined,
  { messages }: ThreadMessages,
): UnsentReply | undefined {
  const [newest] = unsent ?? []
  if (!newest) return undefined
  const answered = messages.findLast(({ role }) => role !== 'visitor')
  return answered && answered.created_at > newest.created_at ? undefined : newest
}
