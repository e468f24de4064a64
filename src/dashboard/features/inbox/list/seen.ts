import { createStore } from '#dashboard/lib/store.ts'
import { readStored, writeStored } from '#dashboard/lib/stored.ts'
import type { Line } from './lines.ts'

const STORED_AS = 'seen'
// Conversations remembered. Beyond these, the least recently opened count as read up to `since`.
const MOST = 2_000
const SAVE_MS = 500

export interface Seen {
  /** When this browser first showed the inbox, in milliseconds since 1970; messages before that count as read. */
  since: number
  /** Number of messages read by conversation id, the conversation opened last at the end. */
  counts: ReadonlyMap<string, number>
}

/** Which messages have been read in this browser. */
export const seen = createStore<Seen>(parse(readStored(STORED_AS)))

/**
 * Whether a conversation has messages that were not read here. It is never unread while its last message is a person's.
 */
export function isUnread(line: Line, { since, counts }: Seen): boolean {
  if (!line.last_message || line.last_message.role === 'human') return false
  const count = counts.get(line.id)
  if (count !== undefined) return line.message_count > count
  // A greeting alone is nothing to read.
  if (line.last_message.role === 'assistant' && line.message_count <= 1) return false
  return Date.parse(line.last_message.created_at) > since
}

export function markSeen(conversationId: string, count: number): void {
  const { since, counts } = seen.get()
  if ((counts.get(conversationId) ?? -1) >= count) return
  seen.set({ since, counts: remember(counts, conversationId, count) })
  save()
}

/** Marks a conversation as unread, as a reminder for later. */
export function markUnseen(conversationId: string, total: number): void {
  const { since, counts } = seen.get()
  seen.set({ since, counts: remember(counts, conversationId, Math.max(0, total - 1)) })
  save()
}

function remember(counts: ReadonlyMap<string, number>, id: string, count: number): ReadonlyMap<string, number> {
  const next = new Map(counts)
  next.delete(id)
  next.set(id, count)
  if (next.size > MOST) next.delete(next.keys().next().value!)
  return next
}

let timer: ReturnType<typeof setTimeout> | undefined

function save(): void {
  if (timer) return
  timer = setTimeout(() => {
    timer = undefined
    const { since, counts } = seen.get()
    writeStored(STORED_AS, JSON.stringify({ since, counts: [...counts] }))
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

// Take over what another tab of this browser has marked as read.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === `baton.${STORED_AS}` && newValue) seen.set(parse(newValue))
})
