import { useQueryClient } from '@tanstack/react-query'
import { type ReactVirtualizer, useVirtualizer } from '@tanstack/react-virtual'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { visitorName } from '#dashboard/lib/visitor-name.ts'
import { Button } from '#dashboard/ui/button.tsx'
import type { Line } from '../list/lines.ts'
import type { Outgoing } from '../reply/outbox.ts'
import { Announcer } from './announcer.tsx'
import { EntryItem, OutgoingItem, ThreadItem } from './item.tsx'
import { itemBefore, itemKey, useItems } from './items.ts'
import type { ThreadMessages } from './messages.ts'
import { setOpenThread } from './open-thread.ts'
import { type ConversationIds, readerOf } from './query.ts'
import { ThreadStart } from './start.tsx'
import { useFocusedRow } from './use-focused-row.ts'
import { useLanding } from './use-landing.ts'
import { useOlderMessages } from './use-older-messages.ts'
import { useSeen } from './use-seen.ts'
import { useStayAtEnd } from './use-stay-at-end.ts'
import { RatingLine } from './visitor-lines.tsx'

const ESTIMATED_HEIGHT = 84 // pixels; height assumed for a message until it is measured
const START_HEIGHT = 56 // pixels above the first message, for loading older ones
const NEAR_END = 80 // pixels from the end within which the thread counts as scrolled to its end
const NEVER = -1 // a threshold that is never reached
const OVERSCAN = 6 // rows rendered beyond the screen's edges
const LOAD_AHEAD = 15 // rows left above the rendered ones when the page before them is fetched

interface ThreadProps {
  ids: ConversationIds
  conversation: Line
  thread: ThreadMessages
  outgoing: readonly Outgoing[]
  scroller: RefObject<HTMLElement | null>
}

/**
 * Messages, of which only those in and near view are rendered. It opens at the end, or at what the address names, and
 * follows new messages while it is at its end.
 */
export function Thread({ ids, conversation, thread, outgoing, scroller }: ThreadProps) {
  const { hasOlder } = thread
  const items = useItems(thread, outgoing)
  const { isWriting, ...focus } = useFocusedRow(items)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => itemKey(items[index]!), [items]),
    estimateSize: () => ESTIMATED_HEIGHT,
    initialOffset: () => items.length * ESTIMATED_HEIGHT,
    anchorTo: 'end',
    followOnAppend: true,
    rangeExtractor: focus.rangeExtractor,
    scrollEndThreshold: isWriting ? NEVER : NEAR_END,
    overscan: OVERSCAN,
    paddingStart: START_HEIGHT,
    paddingEnd: 16,
  })
  const opened = useOpenAtEnd(virtualizer)
  const landing = useLanding(virtualizer, { items, thread, opened })
  useEffect(() => {
    // Stop a scroll to the end that may still be running and would follow new messages.
    if (isWriting) virtualizer.scrollToOffset(scroller.current!.scrollTop)
  }, [isWriting, virtualizer, scroller])
  useEffect(() => {
    setOpenThread(scroller.current)
    return () => setOpenThread(null)
  }, [scroller])
  const shown = virtualizer.getVirtualItems()
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
  const isAway = (index: number) => index < startIndex - OVERSCAN || index > endIndex + OVERSCAN
  const first = shown.find(({ index }) => !isAway(index))
  const older = useOlderMessages(
    ids,
    opened && hasOlder && (landing.wantsOlder || (first?.index ?? 0) < LOAD_AHEAD),
    thread.start,
  )
  const isAtEnd = virtualizer.isAtEnd(NEAR_END)
  const toEnd = () => {
    if (!isWriting) virtualizer.scrollToEnd()
  }
  useStayAtEnd(scroller, { offset: virtualizer.scrollOffset ?? 0, isAtEnd, toEnd })
  // While somebody fills in a form at the end, new messages below it do not count as read.
  const missed = useSeen(ids, thread, isAtEnd && !isWriting)
  const rating = thread.visitor.ratings.find(({ message_id }) => message_id === null)
  const ratedAfter = rating && itemBefore(items, rating.created_at)
  const visitor = visitorName(conversation.chat_user)
  const reader = readerOf(useQueryClient())?.id

  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Messages"
        className="h-full overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:shadow-[inset_2px_0_0_var(--ink)] focus-visible:outline-hidden"
      >
        <div className="relative mx-auto max-w-4xl" style={{ height: virtualizer.getTotalSize() }}>
          <ThreadStart height={START_HEIGHT} hasOlder={hasOlder} older={older} conversation={conversation} />
          <ol
            className="absolute inset-x-0 top-0 px-4 sm:px-6"
            style={{ transform: `translateY(${first?.start ?? 0}px)` }}
            onFocus={focus.onFocus}
            onBlur={focus.onBlur}
          >
            {shown.map(({ key, index, start }) => {
              const item = items[index]!
              return (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  data-landed={index === landing.index || undefined}
                  className={cn(
                    isAway(index) && 'absolute inset-x-4 sm:inset-x-6',
                    index === landing.index && '-mx-2 rounded-lg bg-warning-soft px-2',
                  )}
                  style={isAway(index) ? { top: start - (first?.start ?? 0) } : undefined}
                >
                  {'entry' in item ? (
                    <EntryItem ids={ids} row={item} reader={reader} />
                  ) : 'message' in item ? (
                    <ThreadItem
                      {...ids}
                      row={item}
                      visitor={visitor}
                      isPublic={conversation.origin === 'public_api'}
                      subject={conversation.subject}
                      rating={thread.visitor.ratings.find(({ message_id }) => message_id === item.message.id)}
                    />
                  ) : (
                    <OutgoingItem item={item} />
                  )}
                  {rating && item === ratedAfter && <RatingLine rating={rating} className="justify-center py-1" />}
                </li>
              )
            })}
          </ol>
        </div>
      </section>
      {!isAtEnd && (
        <Button
          size="sm"
          variant={missed > 0 ? 'primary' : 'secondary'}
          className="-translate-x-1/2 absolute bottom-3 left-1/2 shadow-float"
          onClick={() => virtualizer.scrollToEnd()}
        >
          <ArrowDown aria-hidden /> {missed > 0 ? `${missed} new` : 'To the newest'}
        </Button>
      )}
      <Announcer messages={thread.messages} visitor={visitor} />
    </div>
  )
}

/** Scrolls to the newest message when the thread is opened. @returns whether that is done */
function useOpenAtEnd(virtualizer: ReactVirtualizer<HTMLElement, Element>): boolean {
  const [opened, setOpened] = useState(false)
  const latest = useRef(virtualizer)
  latest.current = virtualizer
  useLayoutEffect(() => latest.current.scrollToEnd(), [])
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpened(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return opened
}
