import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ErrorDetail } from '#contract/errors.ts'
import { invalidateAfter } from '#dashboard/api/after-mutation.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { call } from '#dashboard/api/client.ts'
import { sessionEnded } from '#dashboard/api/session-state.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { dropped } from '#dashboard/lib/written.ts'
import { replied } from '../list/lines.ts'
import { noteOwnTakeover } from '../notifications/own-takeovers.ts'
import { rememberOutboxKey } from '../thread/items.ts'
import { appendMessage, peopleSince, type ThreadMessage, type ThreadMessages, toMessage } from '../thread/messages.ts'
import { changeThread, paramsOf, readerOf, threadQuery } from '../thread/query.ts'
import { changeConversation } from '../thread/show-change.ts'
import { createOutbox, isStuck, type Outbox, type Outgoing, requestKeyOf } from './outbox.ts'
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
    deliver: (item) => deliver(client, item),
  })
  outbox.items.subscribe(() => {
    const known = stuck.get()
    const now = new Set(outbox.items.get().flatMap((item) => (isStuck(item) ? item.conversationId : [])))
    if (now.size !== known.size || [...now].some((id) => !known.has(id))) stuck.set(now)
  })
  onlineManager.subscribe((online) => online && outbox.wake())
  dropped.subscribe(outbox.empty)
  sessionEnded.subscribe(() => !sessionEnded.get() && outbox.wake())
  window.addEventListener('beforeunload', (event) => {
    if (outbox.items.get().length > 0) event.preventDefault()
  })
  outbox.wake()
  return outbox
}

async function deliver(client: QueryClient, item: Outgoing): Promise<readonly ThreadMessage[]> {
  const params = paramsOf(item)
  const sent = await reply(client, item)
  if ('pending' in sent) {
    const { pending } = sent
    changeThread(client, item, (known) => ({ ...known, pending: [...known.pending, pending] }))
    changeConversation(client, item, (line) => ({ ...line, response_mode: 'human', status: 'open' }))
    void invalidateAfter(client, 'sendEmail', params)
    return []
  }
  if ('others' in sent) return sent.others
  const { message, position } = sent
  rememberOutboxKey(message.id, item.key)
  changeThread(client, item, (known) => appendMessage(known, message, position))
  const status = item.closes ? 'closed' : 'open'
  changeConversation(client, item, (line) => ({ ...replied(line, message), status }))
  void invalidateAfter(client, 'replyToVisitor', params)
  return []
}

type Sent =
  | { pending: ThreadMessages['pending'][number] }
  | { message: ThreadMessage; position: number }
  | { others: readonly ThreadMessage[] }

/** Sends a member's reply. The server refuses it if it is stale, unless the member has chosen to send it anyway. */
async function reply(client: QueryClient, item: Outgoing): Promise<Sent> {
  const { content, base, closes = false, files = [], suggestionId: suggestion_id } = item
  const force = !Number.isFinite(base)
  const attachments = files.length > 0 && { attachments: files.map(({ id }) => id) }
  const suggested = suggestion_id && { suggestion_id }
  const body = { content, seen_position: `${force ? 0 : base}.0`, closes, force, ...attachments, ...suggested }
  noteOwnTakeover(item.conversationId)
  const idempotencyKey = requestKeyOf(item)
  try {
    if (item.mail) {
      const typed = { ...body, ...item.mail }
      const { id, sends_at } = await call('sendEmail', { params: paramsOf(item), body: typed }, { idempotencyKey })
      const reader = readerOf(client)
      return {
        pending: {
          id,
          content,
          sends_at,
          author: { type: 'member', ...(reader && { id: reader.id, name: reader.name }) },
        },
      }
    }
    const answer = await call('replyToVisitor', { params: paramsOf(item), body }, { idempotencyKey })
    const message = toMessage(answer.message!, answer.author, readerOf(client)?.id, answer.email)
    return { message, position: Number.parseInt(answer.position, 10) }
  } catch (error) {
    if (!isApiError(error, 'reply_is_stale')) throw error
    const others = await othersSince(client, item)
    return { others: others.length > 0 ? others : error.details.map(toldOf) }
  }
}

/** A message from a detail of the refusal ("name: text"), for when the fetched thread has none. */
function toldOf(detail: ErrorDetail, index: number): ThreadMessage {
  const text = 'message' in detail ? detail.message : ''
  const [name = '', ...content] = text.split(': ')
  const now = new Date().toISOString()
  const rest = { role: 'human' as const, action: null, action_required: false, created_at: now }
  return { id: `told ${index}`, content: content.join(': '), author: { name, isReader: false }, ...rest }
}

async function othersSince(client: QueryClient, item: Outgoing): Promise<readonly ThreadMessage[]> {
  const thread = await client.fetchQuery({ ...threadQuery(item), staleTime: 0 })
  return peopleSince(thread, item.base)
}

export function useOutbox(): Outbox {
  const client = useQueryClient()
  return useMemo(() => outboxOf(client), [client])
}

const none: readonly Outgoing[] = []

/** Unsent replies to a conversation, in the order they were written. */
export function useOutgoing(conversationId: string): readonly Outgoing[] {
  const { items } = useOutbox()
  const all = useStore(items)
  return useMemo(() => {
    const mine = all.filter((item) => item.conversationId === conversationId)
    return mine.length > 0 ? mine : none
  }, [all, conversationId])
}
