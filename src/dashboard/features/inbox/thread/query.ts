import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import type { ApiError } from '#dashboard/api/api-error.ts'
import { call } from '#dashboard/api/client.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { budgetShare } from '#dashboard/api/rate-budget.ts'
import { findLine } from '../list/lines-query.ts'
import { askAuthors, withAuthors } from './authors.ts'
import {
  type FetchPage,
  PAGE,
  pageOf,
  prependPage,
  refreshThread,
  replaceMessage,
  type ThreadMessages,
  trimThread,
} from './messages.ts'

const SPARE = 0.4 // share of the rate limit budget for polling below which nothing is prefetched

export interface ConversationIds {
  agentId: string
  conversationId: string
}

export const paramsOf = ({ agentId, conversationId }: ConversationIds) => ({
  agent: agentId,
  conversation: conversationId,
})

/**
 * Query for the loaded messages of a conversation. It becomes stale together with `listMessages`. A refetch requests
 * only the newest page, however many are loaded.
 */
export function threadQuery(ids: ConversationIds) {
  const queryKey = threadKey(ids)
  return queryOptions<ThreadMessages, ApiError, ThreadMessages, typeof queryKey>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const expected = findLine(client, ids.conversationId)?.line.message_count ?? 1
      const before = client.getQueryData<ThreadMessages>(queryKey)
      const fresh = await refreshThread(pageFetcher(client, ids, signal), before, expected)
      // Merge with the present messages, as an older page may have been loaded meanwhile.
      const now = client.getQueryData<ThreadMessages>(queryKey)
      if (!now || now === before || now.first >= fresh.first) return fresh
      const older = now.messages.slice(0, fresh.first - now.first)
      return { ...fresh, first: now.first, messages: [...older, ...fresh.messages] }
    },
    structuralSharing: false,
    refetchInterval: pollWhile(() => true, { ms: 2_500, max: 20_000, live: 60_000 }),
  })
}

function threadKey(ids: ConversationIds) {
  return [...api.listMessages.key({ params: paramsOf(ids) }), 'thread'] as const
}

function pageFetcher(client: QueryClient, ids: ConversationIds, signal?: AbortSignal): FetchPage {
  const params = paramsOf(ids)
  return async (page) => {
    const fetched = await call('listMessages', { params, query: { page, per_page: PAGE } }, { signal })
    return withAuthors(client, fetched, () => askAuthors(params, page, PAGE))
  }
}

export function readThread(client: QueryClient, ids: ConversationIds): ThreadMessages | undefined {
  return client.getQueryData<ThreadMessages>(threadKey(ids))
}

/** Changes the loaded messages in the cache; does nothing for a thread that is not loaded. */
export function changeThread(
  client: QueryClient,
  ids: ConversationIds,
  change: (known: ThreadMessages) => ThreadMessages,
): void {
  const queryKey = threadKey(ids)
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt
  client.setQueryData<ThreadMessages>(queryKey, (known) => known && change(known), { updatedAt })
}

/**
 * Loads the page before the loaded messages.
 * @throws ApiError
 */
export async function loadOlderMessages(client: QueryClient, ids: ConversationIds): Promise<void> {
  const known = readThread(client, ids)
  if (!known || known.first === 1) return
  const page = pageOf(known.first - 1)
  const fetched = await pageFetcher(client, ids)(page)
  changeThread(client, ids, (now) => prependPage(now, page, fetched))
}

/** Refreshes a loaded message that is too old to be part of a refetch. */
export async function refreshMessage(client: QueryClient, ids: ConversationIds, messageId: string): Promise<void> {
  const known = readThread(client, ids)
  const index = known?.messages.findIndex(({ id }) => id === messageId) ?? -1
  if (!known || index < 0) return
  const page = pageOf(known.first + index)
  if (page === pageOf(known.total)) return
  const { data } = await pageFetcher(client, ids)(page)
  const message = data.find(({ id }) => id === messageId)
  if (message) changeThread(client, ids, (now) => replaceMessage(now, message))
}

export function trimThreadCache(client: QueryClient, ids: ConversationIds): void {
  changeThread(client, ids, trimThread)
}

/** Query for a conversation. Until it is fetched, its line in the list is used instead. */
export function conversationQuery(client: QueryClient, ids: ConversationIds) {
  const found = findLine(client, ids.conversationId)
  return {
    ...api.getConversation.queryOptions({ params: paramsOf(ids) }),
    ...(found && { initialData: found.line, initialDataUpdatedAt: found.at }),
    refetchInterval: pollWhile(() => true, { ms: 5_000, max: 30_000, live: 60_000 }),
  }
}

/** Fetches a conversation before it is clicked. */
export function prefetchConversation(client: QueryClient, ids: ConversationIds): void {
  // A pointer that merely passes over rows must not use up the budget for opening one.
  if (budgetShare('polling') < SPARE) return
  void client.prefetchQuery(threadQuery(ids))
  if (!findLine(client, ids.conversationId)) void client.prefetchQuery(conversationQuery(client, ids))
}
