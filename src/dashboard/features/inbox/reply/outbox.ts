import { isCancelledError } from '@tanstack/react-query'
import type { Input } from '#contract/index.ts'
import { randomId } from '#contract/random-id.ts'
import { type ApiError, isApiError } from '#dashboard/api/api-error.ts'
import type { Message } from '#dashboard/components/conversation/message-bubble.tsx'
import { createStore, type Store } from '#dashboard/lib/store.ts'
import type { ConversationIds } from '../thread/query.ts'
import { OUTBOX } from './outbox-traces.ts'
import type { Uploaded } from './use-reply-files.ts'

/** What somebody chose for a mail. What they did not choose stays as the conversation has it. */
export type ChosenMail = Pick<Input<'sendEmail'>['body'], 'to' | 'cc' | 'bcc' | 'subject'>

export interface Outgoing extends ConversationIds {
  key: string
  /** How often somebody has sent the reply again under a new request key; see `requestKeyOf`. */
  attempt?: number
  content: string
  createdAt: string
  /** Position of the newest message that the writer had seen; infinite if what others wrote does not matter. */
  base: number
  closes?: boolean
  /** Files that are uploaded and go with it; then its content may be empty, unless it is a mail. */
  files?: readonly Uploaded[]
  /** Of a reply by mail: to whom it goes and about what, where that was changed. */
  mail?: ChosenMail
  /** The suggestion of the AI that it was written from. */
  suggestionId?: string
  /** `waiting` for its turn, a connection or a next attempt; `stale`: others have replied; `failed`: refused. */
  state: 'waiting' | 'sending' | 'stale' | 'failed'
  /** Messages of other people since `base`, for a stale reply. */
  others?: readonly Message[]
  error?: ApiError
}

interface OutboxPorts {
  /**
   * Sends a reply to the server, unless other people wrote something after its `base`.
   * @returns what they wrote; nothing if the reply was sent
   * @throws ApiError
   */
  deliver: (item: Outgoing) => Promise<readonly Message[]>
  isOnline: () => boolean
  /** Storage for replies that survives a reload of the tab. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
}

export interface Outbox {
  items: Store<readonly Outgoing[]>
  add: (
    item: Pick<
      Outgoing,
      'agentId' | 'conversationId' | 'content' | 'base' | 'closes' | 'mail' | 'files' | 'suggestionId'
    >,
  ) => void
  /** Sends a stale or failed reply nevertheless: "send anyway" and "try again". */
  release: (key: string) => void
  /** Removes a reply, to edit or to discard it, and returns its text. */
  take: (key: string) => string
  discardAll: (conversationId: string) => void
  /** Removes all replies from memory, as they were from storage by a sign-out or another person's sign-in. */
  empty: () => void
  /** Sends the first reply to each conversation, if it is waiting and the browser is online. */
  wake: () => void
}

const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 30_000

/** Creates the outbox, which sends replies in order, one at a time per conversation, and keeps them while offline. */
export function createOutbox({ deliver, isOnline, storage }: OutboxPorts): Outbox {
  const items = createStore<readonly Outgoing[]>(restore(storage))
  let retryMs = FIRST_RETRY_MS
  let timer: ReturnType<typeof setTimeout> | undefined

  const update = (next: readonly Outgoing[]) => {
    items.set(next)
    save(storage, next)
  }
  const change = (key: string, changes: Partial<Outgoing>) =>
    update(items.get().map((item) => (item.key === key ? { ...item, ...changes } : item)))

  const wake = () => {
    clearTimeout(timer)
    timer = undefined
    if (!isOnline()) return
    const heads = new Map<string, Outgoing>()
    for (const item of items.get()) if (!heads.has(item.conversationId)) heads.set(item.conversationId, item)
    for (const item of heads.values()) if (item.state === 'waiting') void send(item)
  }

  const send = async (item: Outgoing) => {
    change(item.key, { state: 'sending' })
    try {
      const others = await deliver(item)
      if (others.length > 0) return change(item.key, { state: 'stale', others })
      retryMs = FIRST_RETRY_MS
      update(items.get().filter(({ key }) => key !== item.key))
      wake()
    } catch (error) {
      refuse(item, error as ApiError)
    }
  }

  const refuse = (item: Outgoing, error: ApiError) => {
    if (!mayPass(error)) return change(item.key, { state: 'failed', error })
    change(item.key, { state: 'waiting' })
    timer ??= setTimeout(wake, error.retryAfter ? error.retryAfter * 1_000 : retryMs)
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
  }

  return {
    items,
    add: (item) => {
      const key = randomId()
      update([...items.get(), { ...item, key, createdAt: new Date().toISOString(), state: 'waiting' }])
      wake()
    },
    release: (key) => {
      const item = items.get().find((item) => item.key === key)
      if (item) change(key, { ...againOf(item), state: 'waiting' })
      wake()
    },
    take: (key) => {
      const taken = items.get().find((item) => item.key === key)
      update(items.get().filter((item) => item.key !== key))
      wake()
      return taken?.content ?? ''
    },
    discardAll: (conversationId) => update(items.get().filter((item) => item.conversationId !== conversationId)),
    empty: () => items.set([]),
    wake,
  }
}

export const isStuck = ({ state }: Outgoing): boolean => state === 'stale' || state === 'failed'

/** The Idempotency-Key of a reply. The server repeats a refusal to its key, so after one it takes another key. */
export const requestKeyOf = ({ key, attempt = 0 }: Outgoing): string => (attempt === 0 ? key : `${key} ${attempt}`)

/** How a stuck reply is sent again. After a 5xx it may have been stored, so it keeps its key. */
function againOf({ state, base, error, attempt = 0 }: Outgoing): Pick<Outgoing, 'base' | 'attempt'> {
  if (state === 'stale') return { base: Number.POSITIVE_INFINITY, attempt: attempt + 1 }
  return { base, attempt: error && error.status < 500 ? attempt + 1 : attempt }
}

/** Whether a failed attempt may succeed later without anyone's action. */
function mayPass(error: unknown): boolean {
  // Leaving the thread cancels the query for other people's replies, so the reply is simply tried again.
  if (isCancelledError(error)) return true
  return isApiError(
    error,
    'server_unreachable',
    'rate_limit_exceeded',
    'idempotency_in_progress',
    'upstream_failure',
    'service_unavailable',
    'unauthenticated',
    'token_expired',
  )
}

function restore(storage: OutboxPorts['storage']): Outgoing[] {
  try {
    const stored = JSON.parse(storage.getItem(OUTBOX) ?? '[]') as Outgoing[]
    // JSON turns an infinite `base` into null. It belongs to a reply that a person has released.
    return stored.map((item) => ({ ...item, base: item.base ?? Number.POSITIVE_INFINITY, state: 'waiting' }))
  } catch {
    return []
  }
}

function save(storage: OutboxPorts['storage'], items: readonly Outgoing[]): void {
  try {
    const kept = items.map(({ others: _others, error: _error, ...item }) => item)
    storage.setItem(OUTBOX, JSON.stringify(kept))
  } catch {
    // Storage is blocked or full: replies last as long as the page.
  }
}
