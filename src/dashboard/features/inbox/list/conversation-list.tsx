import { useVirtualizer } from '@tanstack/react-virtual'
import { type DOMAttributes, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useAgentNames } from '#dashboard/api/use-agents.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { visitorName } from '#dashboard/lib/visitor-name.ts'
import { drafted } from '../reply/drafts.ts'
import { stuck } from '../reply/outbox-traces.ts'
import { Chooser, chooseRow } from './chooser.tsx'
import { chosen } from './chosen.ts'
import { ListEnd, type ListEndProps } from './end.tsx'
import { isUnread, type Line } from './lines.ts'
import { ConversationRow } from './row.tsx'
import { idOfRow, isModified, placeAfter, tabStop } from './row-keys.ts'
import { ROW_HEIGHT } from './skeleton.tsx'

const OVERSCAN = 8 // rows rendered beyond the screen's edges, so that fast scrolling shows no gaps
const LOAD_AHEAD = 15 // rows left below the rendered ones when the next page is fetched

interface ConversationListProps {
  lines: readonly Line[]
  /** Handlers for the pointer's movements over the rows. */
  pointer: DOMAttributes<HTMLElement>
  selectedId: string | undefined
  covers: boolean
  end: ListEndProps
  /** Receives a function that scrolls a row into view and focuses it. */
  reveal: RefObject<Reveal>
}

type Reveal = ((index: number) => void) | null

/**
 * The list of conversations, of which only the rows in and near view are rendered. Once it has been scrolled, rows on
 * screen keep their place when others move above them.
 */
export function ConversationList({ lines, pointer, selectedId, covers, end, reveal }: ConversationListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const names = useAgentNames()
  const drafts = useStore(drafted)
  const unsent = useStore(stuck)
  const taken = useStore(chosen)
  const hasEnd = end.hasMore || end.error !== null
  const count = lines.length + (hasEnd ? 1 : 0)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => lines[index]?.id ?? 'end',
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  })
  const rows = virtualizer.getVirtualItems()
  useStayPut(scroller, lines)
  const wanted = useRef<string>(undefined)
  const focusWanted = () => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-conversation="${wanted.current}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
  }
  useLayoutEffect(focusWanted)
  reveal.current = (index) => {
    wanted.current = lines[index]?.id
    virtualizer.scrollToIndex(index)
    focusWanted() // focus at once if the row is rendered, or else after scrolling to it
  }

  useShortcut('x', 'Choose the conversation', () => {
    const id = idOfRow(document.activeElement) ?? selectedId
    if (id && lines.some((line) => line.id === id)) chooseRow(id, false)
  })

  const [focusedId, setFocusedId] = useState<string>()
  const shown = rows.flatMap(({ index }) => lines[index]?.id ?? [])
  const stop = tabStop(shown, focusedId, selectedId)

  const isNearEnd = (rows.at(-1)?.index ?? 0) >= lines.length - LOAD_AHEAD
  const { hasMore, load } = end
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page, check whether the next one is needed
  useEffect(() => {
    if (isNearEnd && hasMore && !end.error) load()
  }, [isNearEnd, hasMore, lines.length, end.error])

  return (
    <div
      ref={scroller}
      {...pointer}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none]"
    >
      <ul
        aria-label="Conversations"
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onFocus={({ target }) => setFocusedId(idOfRow(target))}
        onKeyDown={(event) => {
          if (isModified(event)) return
          if (moveInside(event.key, event.target as HTMLElement, lines, reveal)) event.preventDefault()
        }}
      >
        {rows.map(({ key, index, start }) => {
          const line = lines[index]
          return (
            <li
              key={key}
              aria-setsize={hasMore ? -1 : lines.length}
              aria-posinset={index + 1}
              className={cn('group absolute inset-x-0 top-0', line && taken.has(line.id) && 'bg-hover')}
              style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
            >
              {line ? (
                <ConversationRow
                  line={line}
                  agentName={names.get(line.agent_id)}
                  selected={line.id === selectedId}
                  unread={line.id !== selectedId && isUnread(line)}
                  left={
                    unsent.has(line.id)
                      ? 'Not sent'
                      : line.id !== selectedId && drafts.has(line.id)
                        ? 'Draft'
                        : undefined
                  }
                  isStop={line.id === stop}
                  covers={covers}
                />
              ) : (
                <ListEnd {...end} />
              )}
              {line && (
                <Chooser
                  id={line.id}
                  visitor={visitorName(line.chat_user)}
                  checked={taken.has(line.id)}
                  isChoosing={taken.size > 0}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Moves the focus by an arrow key: up and down between rows, left to a row's box and right back. @returns if it did */
function moveInside(key: string, from: HTMLElement, lines: readonly Line[], { current: reveal }: RefObject<Reveal>) {
  const row = from.closest('li')
  const inRow = { ArrowLeft: 'input', ArrowRight: '[data-conversation]' }[key]
  if (inRow) {
    row?.querySelector<HTMLElement>(inRow)?.focus()
    return true
  }
  const at = lines.findIndex(({ id }) => id === idOfRow(from))
  const to = placeAfter(key, at, lines.length)
  if (to === undefined) return false
  reveal?.(to)
  return true
}

/** Once the list has been scrolled, keeps the first row on screen in its place, whatever moves in above it. */
function useStayPut(scroller: RefObject<HTMLDivElement | null>, lines: readonly Line[]): void {
  const before = useRef(lines)
  useLayoutEffect(() => {
    const element = scroller.current
    const old = before.current
    before.current = lines
    if (!element || old === lines || element.scrollTop < ROW_HEIGHT) return
    const index = Math.floor(element.scrollTop / ROW_HEIGHT)
    const anchor = old[index]
    if (!anchor || lines[index]?.id === anchor.id) return
    const now = lines.findIndex(({ id }) => id === anchor.id)
    if (now >= 0) element.scrollTop += (now - index) * ROW_HEIGHT
  }, [scroller, lines])
}
