import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { api } from '#dashboard/api/api.ts'
import { call } from '#dashboard/api/client.ts'
import { invalidateAfter } from '#dashboard/api/invalidation.ts'
import { sessionEnded } from '#dashboard/api/session-state.ts'
import { replied } from '../list/lines.ts'
import { changeLineEverywhere } from '../list/lines-query.ts'
import { noteOwnTakeover } from '../notifications/own-takeovers.ts'
import { asOwn } from '../thread/authors.ts'
import { appendMessage, peopleSince } from '../thread/messages.ts'
import { changeThread, paramsOf, threadQuery } from '../thread/query.ts'
import { createOutbox, isStuck, type Outbox, type Outgoing } from './outbox.ts'
import { stuck } from './outbox-traces.ts'

let shared: { client: QueryClient; outbox: Outbox } | undefined

/** The outbox of this page, created on first use. */
export function outboxOf(client: QueryClient): Outbox {
  if (shared?.client !== client) shared = { client, outbox: openOutbox(client) }
  return shared.outbox
}

function openOutbox(client: QueryClient): Outbox {
  const outbox = createOutbox({
    isOnline: () => onlineManager.isOnline(),
    storage: window.sessionStorage,
    othersSince: async (item) => {
      const thread = await client.fetchQuery({ ...threadQuery(item), staleTime: 0 })
      return peopleSince(thread, item.base)
    },
    deliver: (item) => deliver(client, item),
  })
  outbox.items.subscribe(() => {
    const known = stuck.get()
    const now = new Set(outbox.items.get().flatMap((item) => (isStuck(item) ? item.conversationId : [])))
    if (now.size !== known.size || [...now].some((id) => !known.has(id))) stuck.set(now)
  })
  onlineManager.subscribe((online) => online && outbox.wake())
  sessionEnded.subscribe(() => !sessionEnded.get() && outbox.wake())
  window.addEventListener('beforeunload', (event) => {
    if (outbox.items.get().length > 0) event.preventDefault()
  })
  outbox.wake()
  return outbox
}

async function deliver(client: QueryClient, item: Outgoing): Promise<void> {
  const params = paramsOf(item)
  noteOwnTakeover(item.conversationId)
  const input = { params, body: { content: item.content } }
  const message = await call('sendHumanMessage', input, { idempotencyKey: item.key })
  const mine = asOwn(client, message, item.key)
  changeThread(client, item, (known) => appendMessage(known, mine))
  client.setQueryData(api.getConversation.key({ params }), (known: object | undefined) =>
    known ? { ...known, response_mode: 'human' } : known,
  )
  changeLineEverywhere(client, item.conversationId, (line) => replied(line, message))
  invalidateAfter(client, 'sendHumanMessage', params)
}

export function useOutbox(): Outbox {
  const client = useQueryClient()
  return useMemo(() => outboxOf(client), [client])
}

const none: readonly Outgoing[] = []

/** Unsent replies to a conversation, in the order they were written. */
export function useOutgoing(conversationId: string): readonly Outgoing[] {
  const { items } = useOutbox()
  const all = useSyncExternalStore(items.subscribe, items.get)
  return useMemo(() => {
    const mine = all.filter((item) => item.conversationId === conversationId)
    return mine.length > 0 ? mine : none
  }, [all, conversationId])
}
