import { useMemo } from 'react'
import type { Outgoing } from '../reply/outbox.ts'
import { outboxKeyOf } from './authors.ts'
import type { ThreadMessages } from './messages.ts'
import { type ThreadRow, threadRows } from './rows.ts'

/** Content of a row in the thread: a message, or a reply that is not sent yet. */
export type Item = ThreadRow | Outgoing

export function itemKey(item: Item): string {
  return 'key' in item ? item.key : (outboxKeyOf(item.message.id) ?? item.message.id)
}

const RECENT = 50 // newest messages among which a reply just stored must be

export function useItems(thread: ThreadMessages, outgoing: readonly Outgoing[]): readonly Item[] {
  return useMemo(() => {
    const rows = threadRows(thread.messages, thread.first > 1)
    const stored = new Set(rows.slice(-RECENT).map(itemKey))
    return [...rows, ...outgoing.filter(({ key }) => !stored.has(key))]
  }, [thread, outgoing])
}
