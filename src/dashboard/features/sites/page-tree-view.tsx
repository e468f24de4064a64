import { useVirtualizer } from '@tanstack/react-virtual'
import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import FileText from 'lucide-react/icons/file-text'
import Minus from 'lucide-react/icons/minus'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { remPixels } from '#dashboard/lib/rem.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { FOR_FINGERS, useMediaQuery } from '#dashboard/lib/use-media-query.ts'
import type { TreeRow } from './page-tree.ts'

const ROW_REM = 2
const FINGER_ROW_REM = 2.5
const PHONE = '(width < 40rem)'
const EDGE_PX = 4 // pixels above the first row and below the last
const BAR_PX = 96 // pixels of the bar that stays at the foot of a phone's page, under which no row is reached

interface RowState {
  /** How many pages of the row's subtree can be chosen, and how many of them are. */
  choosable: number
  chosen: number
}

interface PageTreeViewProps {
  /** Id of the element that explains the keys. */
  hintId: string
  rows: readonly TreeRow[]
  urls: readonly string[]
  stateOf: (row: TreeRow) => RowState
  /** Chooses or leaves out all pages of a row. Undefined if the member may only look at the tree. */
  onToggle: ((row: TreeRow) => void) | undefined
  onExpand: (row: TreeRow, expanded: boolean) => void
  /** Shown beside the name of a page, given its index; `wordsOf` says it as text, for the row's accessible name. */
  detailOf: (page: number) => ReactNode
  wordsOf: (page: number) => string
  /** Shows the text of a page. Undefined where no text is at hand. */
  onOpen: ((page: number) => void) | undefined
}

/** A tree of pages. Arrow keys move and open, Space and Enter tick; O, or Tab and Enter, shows the page's text. */
export function PageTreeView(props: PageTreeViewProps) {
  const { hintId, rows, urls, stateOf, onToggle, onExpand, detailOf, wordsOf, onOpen } = props
  const scroller = useRef<HTMLDivElement>(null)
  const baseId = useId()
  const [active, setActive] = useState(0)
  const at = Math.min(active, rows.length - 1)
  const rowPx = (useMediaQuery(FOR_FINGERS) ? FINGER_ROW_REM : ROW_REM) * remPixels()
  // On a phone the rows scroll with the page: a box that scrolls within it would show three of them.
  const isPhone = useMediaQuery(PHONE)
  const [top, setTop] = useState(0)
  const page = () => (isPhone ? scroller.current?.closest('main') : null)
  useEffect(() => {
    const main = page()
    const box = scroller.current
    setTop(
      main && box ? Math.round(box.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop) : 0,
    )
  })
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => page() ?? scroller.current,
    scrollMargin: top,
    scrollPaddingEnd: isPhone ? BAR_PX : 0,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.node.id ?? index,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows must be measured again when their height changes
  useEffect(() => virtual.measure(), [virtual, rowPx, isPhone])
  const rowId = (index: number) => `${baseId}-${index}`
  useEffect(() => {
    if (document.activeElement === scroller.current) virtual.scrollToIndex(at)
  }, [at, virtual])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = rows[at]
    if (!row || event.metaKey || event.ctrlKey || event.altKey) return
    const isFolder = row.node.children.length > 0
    const parent = rows.findLastIndex((other, index) => index < at && other.level < row.level)
    const { currentTarget: tree, target } = event
    if (event.key === 'Enter' && target !== tree) return // Enter on a page's button shows its text
    const moves: Record<string, () => void> = {
      ArrowDown: () => setActive(Math.min(at + 1, rows.length - 1)),
      ArrowUp: () => setActive(Math.max(at - 1, 0)),
      Home: () => setActive(0),
      End: () => setActive(rows.length - 1),
      ArrowRight: () => {
        if (!isFolder) return
        if (row.expanded) setActive(at + 1)
        else onExpand(row, true)
      },
      ArrowLeft: () => {
        if (isFolder && row.expanded) onExpand(row, false)
        else if (parent >= 0) setActive(parent)
      },
      ' ': () => onToggle?.(row),
      Enter: () => onToggle?.(row),
      o: () => row.node.page !== undefined && onOpen?.(row.node.page),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    if (target !== tree) tree.focus()
    move()
  }
  /** Rows are removed when out of view, so the tree keeps the focus; only a pressed button may take it. */
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    if ((event.target as Element).closest('button')) return
    event.preventDefault()
    event.currentTarget.focus({ preventScroll: true })
  }

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label="Pages"
      aria-describedby={hintId}
      aria-multiselectable={onToggle !== undefined || undefined}
      aria-activedescendant={items.some(({ index }) => index === at) ? rowId(at) : undefined}
      tabIndex={0}
      onFocus={({ target, currentTarget }) => target === currentTarget && virtual.scrollToIndex(at)}
      onMouseDown={onMouseDown}
      onKeyDown={onKeyDown}
      className="group/tree py-1 outline-none sm:max-h-[min(56dvh,40rem)] sm:overflow-y-auto"
      style={{ height: virtual.getTotalSize() + 2 * EDGE_PX }}
    >
      <div role="none" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <PageRow
              key={key}
              id={rowId(index)}
              index={index}
              measure={isPhone ? virtual.measureElement : undefined}
              row={row}
              url={row.node.page === undefined ? undefined : urls[row.node.page]}
              detail={row.node.page === undefined ? undefined : detailOf(row.node.page)}
              words={row.node.page === undefined ? '' : wordsOf(row.node.page)}
              onOpen={onOpen && (() => row.node.page !== undefined && onOpen(row.node.page))}
              state={stateOf(row)}
              active={index === at}
              top={start - top}
              height={rowPx}
              mayChoose={onToggle !== undefined}
              onToggle={() => {
                setActive(index)
                onToggle?.(row)
              }}
              onExpand={() => {
                setActive(index)
                onExpand(row, !row.expanded)
              }}
            />
          )
        })}
      </div>
    </div>
  )
}

interface PageRowProps {
  id: string
  index: number
  /** Measures the row, on a phone, where a long name takes several lines as no pointer could make a cut one show. */
  measure: ((row: HTMLElement | null) => void) | undefined
  row: TreeRow
  url: string | undefined
  detail: ReactNode
  words: string
  onOpen: (() => void) | undefined
  state: RowState
  active: boolean
  top: number
  height: number
  mayChoose: boolean
  onToggle: () => void
  onExpand: () => void
}

function PageRow(props: PageRowProps) {
  const { id, index, measure, row, url, detail, words, state, active, top, height, mayChoose } = props
  const { onToggle, onExpand, onOpen } = props
  const { node, level, position, siblings, expanded } = row
  const isFolder = node.children.length > 0
  const { choosable, chosen } = state
  const checked = choosable === 0 || chosen === 0 ? false : chosen === choosable ? true : 'mixed'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keyboard
    <div
      id={id}
      ref={measure}
      data-index={index}
      role="treeitem"
      tabIndex={-1}
      aria-label={nameOf(row, state, words, mayChoose)}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-checked={mayChoose ? checked : undefined}
      aria-disabled={choosable === 0 || undefined}
      {...(isFolder && { 'aria-expanded': expanded })}
      onClick={onToggle}
      className={cn(
        'absolute inset-x-0 flex cursor-default items-center gap-1.5 pr-4 hover:bg-hover',
        active &&
          'group-focus-visible/tree:bg-hover group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-2',
      )}
      style={{
        ...(measure ? { minHeight: height } : { height }),
        translate: `0 ${top}px`,
        paddingLeft: `${0.75 + (level - 1) * (measure ? 0.75 : 1.25)}rem`,
      }}
    >
      {isFolder ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys of the tree open and close folders
        // biome-ignore lint/a11y/noStaticElementInteractions: the tree handles the keyboard
        <span
          onClick={(event) => {
            event.stopPropagation()
            onExpand()
          }}
          className="relative flex size-6 shrink-0 items-center justify-center rounded-sm text-muted after:absolute after:-inset-2 hover:text-ink"
        >
          <ChevronRight
            aria-hidden
            className={cn('size-4 transition-transform duration-100', expanded && 'rotate-90')}
          />
        </span>
      ) : (
        <span className="w-6 shrink-0" />
      )}
      {mayChoose && <Box checked={checked} disabled={choosable === 0} />}
      <span
        title={url}
        className={cn(
          'min-w-0',
          measure ? 'py-1.5 leading-snug [overflow-wrap:anywhere]' : 'truncate',
          isFolder && 'font-medium',
          choosable === 0 && 'text-muted',
        )}
      >
        {node.label}
      </span>{' '}
      {isFolder ? (
        <span className="ml-auto shrink-0 pl-2 text-muted text-sm tabular-nums">
          {mayChoose ? `${chosen.toLocaleString()} of ${choosable.toLocaleString()}` : choosable.toLocaleString()}
        </span>
      ) : (
        <>
          {detail}
          {onOpen && (
            <button
              type="button"
              tabIndex={active ? 0 : -1}
              aria-label={`Show the text of ${node.label}`}
              onClick={(event) => {
                event.stopPropagation()
                onOpen()
              }}
              className="-mr-2 ml-auto flex shrink-0 items-center self-stretch rounded-sm px-2 text-muted hover:text-ink focus-visible:-outline-offset-2"
            >
              <FileText aria-hidden className="size-3.5" />
            </button>
          )}
        </>
      )}
    </div>
  )
}

function nameOf({ node }: TreeRow, { choosable, chosen }: RowState, words: string, mayChoose: boolean): string {
  if (node.children.length === 0) return `${node.label} ${words}`.trim()
  return mayChoose ? `${node.label}, ${chosen} of ${choosable} chosen` : `${node.label}, ${counted(choosable, 'page')}`
}

/** The picture of a checkbox: the row itself has the checked state for assistive technology. */
function Box({ checked, disabled }: { checked: boolean | 'mixed'; disabled: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        'flex size-4 shrink-0 items-center justify-center rounded-sm border',
        checked ? 'border-ink bg-ink text-on-ink' : 'border-muted bg-surface',
        disabled && 'opacity-50',
      )}
    >
      {checked === 'mixed' ? (
        <Minus strokeWidth={3} className="size-3" />
      ) : (
        checked && <Check strokeWidth={3} className="size-3" />
      )}
    </span>
  )
}
