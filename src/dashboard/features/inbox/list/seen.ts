import { permissions } from '#dashboard/lib/permissions.ts'
import { createStore } from '#dashboard/lib/store.ts'
import { readStored, writeStored } from '#dashboard/lib/stored.ts'
import type { Line } from './lines.ts'

const STORED_AS = 'seen'
// Conversations remembered. Beyond these, the least recently opened count as read up to `since`.
const MOST = 2_000
const SAVE_MS = 500

interface Seen {
  /** When this browser first showed the inbox, in milliseconds since 1970; messages before that count as read. */
  since: number
  /** Number of messages read by conversation id, the conversation opened last at the end. */
  counts: ReadonlyMap<string, number>
}

/**
 * Which messages have been read in this browser, for dashboards that work with another server's key: a server stores
 * readings for each member, and a key belongs to none. Undefined for members.
 */
export const seen = createStore<Seen | undefined>(permissions.ownApi ? undefined : parse(readStored(STORED_AS)))

/**
 * Whether a conversation has messages that were not read. It is never unread while its last message is a human reply.
 * @param here What was read in this browser; undefined for members, whose readings the server stores.
 */
export function isUnread(line: Line, here: Seen | undefined): boolean {
  if (!line.last_message || line.last_message.role === 'human') return false
  return line.message_count > (here ? readHere(line, here) : line.read_count)
}

/** How many messages of a conversation were read here. */
function readHere({ id, message_count, last_message }: Line, { since, counts }: Seen): number {
  const count = counts.get(id)
  if (count !== undefined || !last_message) return count ?? message_count
  // A greeting alone is nothing to read.
  const isGreeting = last_message.role === 'assistant' && message_count <= 1
  return isGreeting || Date.parse(last_message.created_at) <= since ? message_count : 0
}

export function markSeen(conversationId: string, count: number): void {
  const known = seen.get()
  if (known && (known.counts.get(conversationId) ?? -1) < count) remember(known, conversationId, count)
}

/** Marks a conversation as unread, as a reminder for later. */
export function markUnseen(conversationId: string, total: number): void {
  const known = seen.get()
  if (known) remember(known, conversationId, Math.max(0, total - 1))
}

function remember({ since, counts }: Seen, id: string, count: number): void {
  const next = new Map(counts)
  next.delete(id)
  next.set(id, count)
  if (next.size > MOST) next.delete(next.keys().next().value!)
  seen.set({ since, counts: next })
  save()
}

let timer: ReturnType<typeof setTimeout> | undefined

function save(): void {
  if (timer) return
  timer = setTimeout(() => {
    timer = undefined
    const known = seen.get()
    if (known) writeStored(STORED_AS, JSON.stringify({ since: known.since, counts: [...known.counts] }))
  }, SAVE_MS)
}

export function parse(stored: string | undefined): Seen {
  try {
    const { since, counts } = JSON.parse(stored ?? '') as { since: number; counts: [string, number][] }
    return { since, counts: new Map(counts) }
  } catch {
    const fresh: Seen = { since: Date.now(), counts: new Map() }
    writeStored(STORED_AS, JSON.stringify({ since: fresh.since, counts: [] }))
    return fresh
  }
}

// Adopt what another tab of this browser has marked as read.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === `baton.${STORED_AS}` && newValue && seen.get()) seen.set(parse(newValue))
})
