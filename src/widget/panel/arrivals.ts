import type { Item } from './types.ts'

const GONE_AFTER_MS = 15 * 60_000 // milliseconds from a person's last act to the last item; then they count as gone

/**
 * The names of people who join, by the position of their first message since the conversation was last with the AI or
 * closed. Whoever took it over is left out, as the takeover itself is shown.
 */
export function arrivals(items: readonly Item[]): Map<string, string> {
  const arrived = new Map<string, string>()
  const present = new Set<string>()
  for (const item of items) {
    const author = 'message' in item ? item.message.author : item.event.author
    if ('event' in item && item.event.type !== 'handed_over') present.clear()
    else if (author && !present.has(author.name)) {
      present.add(author.name)
      if ('message' in item) arrived.set(item.position, author.name)
    }
  }
  return arrived
}

/** Whether the conversation was handed over and no person has written since, so that the visitor may ask the AI instead. */
export function mayAskAssistant(items: readonly Item[]): boolean {
  const last = items.findLast((item) =>
    'message' in item ? item.message.role === 'human' : item.event.type === 'handed_over',
  )
  return last !== undefined && 'event' in last
}

/**
 * The person who has the conversation: who wrote or took it over last since it was last with the AI or closed. Null if
 * that was somebody whose name is not told; undefined if the visitor still waits.
 */
export function personPresent(items: readonly Item[]): { name: string; initials: string } | null | undefined {
  for (const item of [...items].reverse()) {
    if ('event' in item && item.event.type !== 'handed_over') return undefined
    if ('message' in item ? item.message.role === 'human' : item.event.author !== null)
      return 'message' in item ? item.message.author : item.event.author
  }
  return undefined
}

/** Whether a person counts as there: their message or takeover is the last item, or came not long before it. */
export function isAttended(items: readonly Item[]): boolean {
  const last = items.at(-1)
  const theirs = items.findLast((item) =>
    'message' in item ? item.message.role === 'human' : item.event.type === 'handed_over' && item.event.author !== null,
  )
  return last !== undefined && theirs !== undefined && Date.parse(last.at) - Date.parse(theirs.at) < GONE_AFTER_MS
}
