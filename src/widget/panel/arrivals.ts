import type { Item } from './types.ts'

const GONE_AFTER_MS = 15 * 60_000 // milliseconds for which a person counts as there after the last thing they did

/**
 * The people whose first words tell that they have joined, by the positions of these words: whoever answers in a
 * conversation that waits for people, or beside others. Who has taken over has been announced already.
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

/**
 * Whether a person is there, whatever their working hours say: the last thing said or done is theirs, or came soon after
 * something of theirs.
 */
export function isAttended(items: readonly Item[]): boolean {
  const last = items.at(-1)
  const theirs = items.findLast((item) =>
    'message' in item ? item.message.role === 'human' : item.event.type === 'handed_over' && item.event.author !== null,
  )
  return last !== undefined && theirs !== undefined && Date.parse(last.at) - Date.parse(theirs.at) < GONE_AFTER_MS
}
