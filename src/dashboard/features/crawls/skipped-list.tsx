import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import type { Data } from '#contract/index.ts'
import { FilterSelect } from '#dashboard/components/filter-select.tsx'
import { remPixels } from '#dashboard/lib/rem.ts'
import { type SkipReason, skipReasons } from './skip-reasons.ts'

type Skipped = Data<'getFullCrawl'>['skipped']

const ROW_REM = 3

/** Lists the pages that the crawl saw and left out, by reason. */
export function SkippedList({ skipped, query }: { skipped: Skipped; query: string }) {
  const [reason, setReason] = useState<SkipReason>()
  const counts = useMemo(() => {
    const byReason = new Map<SkipReason, number>()
    for (const entry of skipped) byReason.set(entry.reason, (byReason.get(entry.reason) ?? 0) + 1)
    return [...byReason].sort(([, a], [, b]) => b - a)
  }, [skipped])
  const shown = useMemo(() => {
    const wanted = query.toLowerCase()
    return skipped.filter(
      (entry) => (!reason || entry.reason === reason) && (!wanted || entry.url.toLowerCase().includes(wanted)),
    )
  }, [skipped, reason, query])
  const scroller = useRef<HTMLDivElement>(null)
  const rowPx = ROW_REM * remPixels()
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 10,
  })
  return (
    <div className="flex flex-col">
      <div className="border-line border-b px-4 py-2">
        <FilterSelect
          label="Reason"
          any={`Any reason (${skipped.length.toLocaleString()})`}
          className="w-64 max-sm:w-full"
          options={counts.map(
            ([known, count]) => [known, `${skipReasons[known].label} (${count.toLocaleString()})`] as const,
          )}
          value={reason}
          onChange={setReason}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the focus makes it scrollable by keyboard */}
      <div ref={scroller} tabIndex={0} className="h-[min(52dvh,37rem)] overflow-y-auto focus-visible:-outline-offset-2">
        {shown.length === 0 && <p className="px-4 py-10 text-center text-muted">None of what was left out fits.</p>}
        <ul aria-label="Left out" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const entry = shown[index]
            if (!entry) return null
            const { label, meaning } = skipReasons[entry.reason]
            return (
              <li
                key={key}
                className="absolute inset-x-0 flex flex-col justify-center border-line border-b px-4"
                style={{ height: rowPx, translate: `0 ${start}px` }}
              >
                <span className="truncate font-mono text-sm" title={entry.url}>
                  {entry.url}
                </span>
                <span className="truncate text-muted text-sm leading-4" title={meaning}>
                  <span className="font-medium">{label}</span> · {meaning}
                </span>
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}
