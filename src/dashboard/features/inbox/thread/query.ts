import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import type { ApiError } from '#dashboard/api/api-error.ts'
import { call } from '#dashboard/api/client.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { sessionOptions } from '#dashboard/api/session.ts'
import { findLine } from '../list/lines-query.ts'
import {
  type FetchPart,
  joinThread,
  PAGE,
  prependPart,
  refreshThread,
  replaceMessage,
  type ThreadMessages,
  toPart,
  trimThread,
} from './messages.ts'

export interface ConversationIds {
  agentId: string
  conversationId: string
}

export const paramsOf = ({ agentId, conversationId }: ConversationIds) => ({
  agent: agentId,
  conversation: conversationId,
})

/**
 * Query for the loaded part of a conversation's thread. It becomes stale together with `listThread`. A refetch requests
 * the newest page, and pages before it only until they reach the part that was loaded before.
 */
export function threadQuery(ids: ConversationIds) {
  const queryKey = threadKey(ids)
  return queryOptions<ThreadMessages, ApiError, ThreadMessages, typeof queryKey>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const known = () => client.getQueryData<ThreadMessages>(queryKey)
      const fresh = await refreshThread(partFetcher(client, ids, signal), known())
      // Join it with what is in the cache now, as an older part may have been loaded meanwhile.
      return joinThread(known(), fresh)
    },
    structuralSharing: false,
    refetchInterval: pollWhile(() => true, { ms: 2_500, max: 20_000, live: 60_000 }),
  })
}

function threadKey(ids: ConversationIds) {
  return [...api.listThread.key({ params: paramsOf(ids) }), 'thread'] as const
}

function partFetcher(client: QueryClient, ids: ConversationIds, signal?: AbortSignal): FetchPart {
  const params = paramsOf(ids)
  return async (before) => {
    const query = { limit: PAGE, ...(before !== undefined && { before }) }
    return toPart(await call('listThread', { params, query }, { signal }), readerOf(client)?.id)
  }
}

/** The person who is signed in. */
export const readerOf = (client: QueryClient) => client.getQueryData(sessionOptions.queryKey)?.user

export function readThread(client: QueryClient, ids: ConversationIds): ThreadMessages | undefined {
  return client.getQueryData<ThreadMessages>(threadKey(ids))
}

/** Changes the loaded part of a thread in the cache; does nothing for a thread that is not loaded. */
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
 * Loads the page before the loaded part.
 * @throws ApiError
 */
export async function loadOlderMessages(client: QueryClient, ids: ConversationIds): Promise<void> {
  const known = readThread(client, ids)
  const before = known?.start
  if (!known?.hasOlder || before === undefined) return
  const part = await partFetcher(client, ids)(before)
  changeThread(client, ids, (now) => prependPart(now, before, part))
}

/** Fetches a loaded message again, unless it is among the newest, which a refetch of the newest page includes. */
export async function refreshMessage(client: QueryClient, ids: ConversationIds, messageId: string): Promise<void> {
  const known = readThread(client, ids)
  const index = known?.messages.findIndex(({ id }) => id === messageId) ?? -1
  if (!known || index < 0) return
  const position = known.first + index
  if (position > known.total - PAGE / 2) return
  const { messages } = await partFetcher(client, ids)(`${position}.1`)
  const message = messages.find(({ id }) => id === messageId)
  if (message) changeThread(client, ids, (now) => replaceMessage(now, message))
}

export function trimThreadCache(client: QueryClient, ids: ConversationIds): void {
  changeThread(client, ids, trimThread)
}

/** Query for a conversation as the list shows it. Until it is fetched, its line in a list is used instead. */
export function conversationQuery(client: QueryClient, ids: ConversationIds) {
  const found = findLine(client, ids.conversationId)
  return {
    ...api.getInboxLine.queryOptions({ params: paramsOf(ids) }),
    ...(found && { initialData: found.line, initialDataUpdatedAt: found.at }),
    refetchInterval: pollWhile(() => true, { ms: 5_000, max: 30_000, live: 60_000 }),
  }
}

/** Fetches a conversation that will probably be opened, before it is. */
export function prefetchConversation(client: QueryClient, ids: ConversationIds): void {
  void client.prefetchQuery(threadQuery(ids))
  if (!findLine(client, ids.conversationId)) void client.prefetchQuery(conversationQuery(client, ids))
}
