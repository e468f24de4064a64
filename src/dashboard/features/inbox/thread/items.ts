import { useMemo } from 'react'
import type { Outgoing } from '../reply/outbox.ts'
import type { ThreadMessages } from './messages.ts'
import { type EntryRow, type ThreadRow, threadRows } from './rows.ts'

export type Item = ThreadRow | EntryRow | Outgoing

/** Outbox keys of replies sent from this page, by message id. */
const outboxKeys = new Map<string, string>()

/** Keeps the outbox key of a sent message, under which its row stays mounted after sending. */
export function rememberOutboxKey(messageId: string, outboxKey: string): void {
  outboxKeys.set(messageId, outboxKey)
}

export function itemKey(item: Item): string {
  if ('key' in item) return item.key
  return 'entry' in item ? item.entry.id : (outboxKeys.get(item.message.id) ?? item.message.id)
}

const RECENT = 50 // newest rows, among which a reply that was just stored is looked for

export function useItems(thread: ThreadMessages, outgoing: readonly Outgoing[]): readonly Item[] {
  return useMemo(() => {
    const rows = threadRows(thread)
    const stored = new Set(rows.slice(-RECENT).map(itemKey))
    return [...rows, ...outgoing.filter(({ key }) => !stored.has(key))]
  }, [thread, outgoing])
}
