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

/** When a message or an entry came; a reply that is still being sent is not yet in the thread. */
const timeOf = (item: Item): string =>
  'message' in item ? item.message.created_at : 'entry' in item ? item.entry.created_at : ''

/** The item after which something was said at a time, in an ISO format; undefined if that is before what is loaded. */
export const itemBefore = (items: readonly Item[], time: string): Item | undefined =>
  items.findLast((item) => timeOf(item) !== '' && timeOf(item) <= time)

const RECENT = 50 // newest rows, among which a reply that was just stored is looked for

export function useItems(thread: ThreadMessages, outgoing: readonly Outgoing[]): readonly Item[] {
  return useMemo(() => {
    const rows = threadRows(thread)
    const stored = new Set(rows.slice(-RECENT).map(itemKey))
    return [...rows, ...outgoing.filter(({ key }) => !stored.has(key))]
  }, [thread, outgoing])
}
