import type { Item } from './types.ts'

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
