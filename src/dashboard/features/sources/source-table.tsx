import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { rowLinkClass } from '#dashboard/components/data-table.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#dashboard/ui/table.tsx'
import type { Source } from './source-filters.ts'
import { sourceKinds } from './source-kinds.ts'
import { SourceStatus, TrainingError } from './source-status.tsx'
import { useRetrain } from './use-retrain.ts'
import type { SourcePages } from './use-source-pages.ts'

const ROW_PX = 56 // pixels; height assumed for a row until it is measured
const OVERSCAN = 12
const LOADING_ROWS = 6
const WIDE = 'max-sm:hidden'

interface SourceTableProps {
  agentId: string
  sources: SourcePages
  choosable: boolean
  chosen: ReadonlySet<string>
  onChoose: (id: string, isChosen: boolean) => void
  /** False while the agent is disabled, when sources can't be changed. */
  changeable: boolean
}

/** A table of the sources. Only rows in and near view are rendered, for which sources are loaded in pages. */
export function SourceTable({ agentId, sources, choosable, chosen, onChoose, changeable }: SourceTableProps) {
  const { total } = sources
  const [body, rows, virtualizer] = useRows(total ?? 0)
  const [first, last] = [rows[0], rows.at(-1)]
  const { look } = sources
  useEffect(() => {
    if (first && last) look(first.index, last.index)
  })
  const above = first ? first.start - virtualizer.options.scrollMargin : 0
  const below = last ? virtualizer.getTotalSize() - (last.end - virtualizer.options.scrollMargin) : 0
  const isLoading = total === undefined
  return (
    <Table
      aria-label="Sources"
      aria-busy={isLoading || sources.isOld}
      aria-rowcount={total === undefined ? -1 : total + 1}
      className={cn(sources.isOld && 'opacity-60')}
    >
      <TableHead>
        <tr>
          {choosable && (
            <TableHeader className="w-9 pr-0">
              <span className="sr-only">Chosen</span>
            </TableHeader>
          )}
          <TableHeader className="w-full max-w-0">Title</TableHeader>
          <TableHeader className={WIDE}>Status</TableHeader>
          <TableHeader className={cn(WIDE, 'text-right')}>Updated</TableHeader>
        </tr>
      </TableHead>
      <TableBody ref={body}>
        {isLoading &&
          Array.from({ length: LOADING_ROWS }, (_, index) => (
            <TableRow key={`loading ${index.toString()}`}>
              <Loading choosable={choosable} isOdd={index % 2 === 1} />
            </TableRow>
          ))}
        <Space px={above} />
        {rows.map(({ index, key }) => {
          const source = sources.at(index)
          return (
            <TableRow
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-link={source && true}
              aria-rowindex={index + 2}
              className="relative"
            >
              {source ? (
                <Cells
                  agentId={agentId}
                  source={source}
                  changeable={changeable}
                  choice={
                    choosable && {
                      isChosen: chosen.has(source.id),
                      isFixed: sources.isOld, // a row that is about to leave would stay chosen out of sight
                      choose: (is) => onChoose(source.id, is),
                    }
                  }
                />
              ) : (
                <Loading choosable={choosable} isOdd={index % 2 === 1} />
              )}
            </TableRow>
          )
        })}
        <Space px={below} />
      </TableBody>
    </Table>
  )
}

/** The rows that are in view while the screen's main element scrolls, as the table does not scroll by itself. */
function useRows(count: number) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [margin, setMargin] = useState(0)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: scroller,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: margin,
  })
  // Measured after each render, as what is above the table, such as drafts, comes and goes.
  useLayoutEffect(() => {
    const [main, rows] = [scroller(), body.current]
    if (!main || !rows) return
    const top = rows.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop
    if (Math.abs(top - margin) > 1) setMargin(top)
  })
  return [body, virtualizer.getVirtualItems(), virtualizer] as const
}

const scroller = () => document.querySelector<HTMLElement>('#main')

/** An empty row with the height of the rows above or below that are out of view and not rendered. */
const Space = ({ px }: { px: number }) =>
  px > 0 && (
    <tr aria-hidden>
      <td colSpan={4} style={{ height: px, padding: 0 }} />
    </tr>
  )

function Loading({ choosable, isOdd }: { choosable: boolean; isOdd: boolean }) {
  return (
    <>
      {choosable && <TableCell className="pr-0" />}
      <TableCell>
        <Skeleton className={isOdd ? 'w-3/5' : 'w-4/5'} />
      </TableCell>
      <TableCell className={WIDE}>
        <Skeleton className="w-20" />
      </TableCell>
      <TableCell className={WIDE}>
        <Skeleton className="w-16" />
      </TableCell>
    </>
  )
}

interface CellsProps {
  agentId: string
  source: Source
  changeable: boolean
  choice: false | { isChosen: boolean; isFixed: boolean; choose: (isChosen: boolean) => void }
}

function Cells({ agentId, source, changeable, choice }: CellsProps) {
  const status = (
    <span className="flex items-center gap-2">
      <SourceStatus source={source} />
      {source.status === 'failed' && changeable && <TrainAgain agentId={agentId} source={source} />}
    </span>
  )
  return (
    <>
      {choice && (
        <TableCell className="w-9 pr-0">
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the label contains the box, whose name says what it is for */}
          <label className="-m-2.5 relative z-10 flex cursor-pointer p-2.5">
            <Checkbox
              aria-label={`Choose ${source.title}`}
              checked={choice.isChosen}
              disabled={choice.isFixed}
              onChange={({ target }) => choice.choose(target.checked)}
            />
          </label>
        </TableCell>
      )}
      <TableCell className="w-full max-w-0">
        <Title source={source} />
        <div className="mt-1.5 flex flex-wrap items-center justify-between gap-2 pl-6.5 sm:hidden">
          {status}
          <RelativeTime value={source.updated_at} className="relative whitespace-nowrap text-muted text-sm" />
        </div>
      </TableCell>
      <TableCell className={cn(WIDE, 'whitespace-nowrap')}>{status}</TableCell>
      <TableCell className={cn(WIDE, 'whitespace-nowrap text-right text-muted')}>
        <RelativeTime value={source.updated_at} className="relative" />
      </TableCell>
    </>
  )
}

function Title({ source }: { source: Source }) {
  const { icon: Icon, one } = sourceKinds[source.type]
  return (
    <span className="flex min-w-0 items-start gap-2.5">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0">
        <Link
          from="/agents/$agentId/knowledge/sources"
          to="."
          search={(search) => ({ ...search, source: source.id })}
          resetScroll={false}
          className={rowLinkClass}
        >
          <span className="sr-only">{one}: </span>
          <span className="block truncate">{source.title}</span>
        </Link>
        {source.url !== null && source.url !== source.title && (
          <span className="block truncate text-muted text-sm" title={source.url}>
            {source.url.replace(/^https?:\/\//, '')}
          </span>
        )}
        <TrainingError source={source} />
      </span>
    </span>
  )
}

function TrainAgain({ agentId, source }: { agentId: string; source: Source }) {
  const retrain = useRetrain(agentId, source, true)
  return (
    <Button
      ref={leaveToRow}
      scope="source:edit"
      size="sm"
      className="relative"
      pending={retrain.pending}
      onClick={retrain.run}
      aria-label={`Train again: ${source.title}`}
    >
      {!retrain.pending && <RotateCw aria-hidden />} Train again
    </Button>
  )
}

/** The button to retrain disappears when training begins; if it has the focus, that moves to its row's link. */
function leaveToRow(button: HTMLButtonElement | null) {
  return () => {
    if (document.activeElement === button) button?.closest('tr')?.querySelector('a')?.focus()
  }
}
