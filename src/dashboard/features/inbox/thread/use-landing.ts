import { useLocation } from '@tanstack/react-router'
import type { ReactVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { lineInHash } from '#dashboard/lib/line-hash.ts'
import type { Item } from './items.ts'
import { isBefore, type ThreadMessages } from './messages.ts'

const FARTHEST = 3_000 // messages; loading more takes too long, so with a farther target the thread opens at its end

/**
 * Scrolls to the message, note or event that the address's hash names, once it is loaded.
 * @returns the index of its row, −1 if none is named or loaded, and whether older messages must be loaded to reach it
 */
export function useLanding(
  virtualizer: ReactVirtualizer<HTMLElement, Element>,
  { items, thread, opened }: { items: readonly Item[]; thread: ThreadMessages; opened: boolean },
): { index: number; wantsOlder: boolean } {
  const position = lineInHash(useLocation({ select: ({ hash }) => hash }))
  const index = position === undefined ? -1 : indexOf(position, items, thread)
  const landed = useRef<string>(undefined)
  useEffect(() => {
    if (position === undefined) landed.current = undefined
    if (!opened || index < 0 || landed.current === position) return
    landed.current = position
    virtualizer.scrollToIndex(index, { align: 'center' })
  }, [virtualizer, opened, index, position])
  return {
    index,
    wantsOlder:
      position !== undefined &&
      thread.start !== undefined &&
      thread.first - Number.parseInt(position, 10) < FARTHEST &&
      // The first loaded message has no row while there are older ones.
      !isBefore(thread.start, position),
  }
}

function indexOf(position: string, items: readonly Item[], { messages, first }: ThreadMessages): number {
  const [message = 0, number = 0] = position.split('.').map(Number)
  if (number > 0) return items.findIndex((item) => 'entry' in item && item.entry.position === position)
  const wanted = messages[message - first]
  return wanted ? items.findIndex((item) => 'message' in item && item.message === wanted) : -1
}
