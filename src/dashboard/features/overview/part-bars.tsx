import type { OverviewNumber } from '#contract/overview-words.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { shortCount } from '#dashboard/lib/sizes.ts'
import { NumberLink } from './number-link.tsx'
import { partWords, percentWords } from './words.ts'

interface PartBarsProps {
  number: OverviewNumber
  parts: Record<string, number>
  /** Whether parts that are 0 are shown too. If all of them are 0, they are shown in any case. */
  showsZeros: boolean
  /** CSS classes of each part's bar, by the part's name. */
  tones: Record<string, string>
}

/** The parts of a number, each as a bar below its name; the name opens the conversations of the part. */
export function PartBars({ number, parts, tones, showsZeros }: PartBarsProps) {
  const total = Object.values(parts).reduce((sum, count) => sum + count, 0)
  const entries = Object.entries(parts).filter(([, count]) => count > 0 || showsZeros || total === 0)
  return (
    <ul className="flex flex-col gap-1">
      {entries.map(([part, count]) => (
        <li key={part} className="-mx-2 relative rounded px-2 py-1.5 hover:bg-hover">
          <div className="flex items-baseline gap-3">
            <NumberLink number={number} part={part} className="min-w-0 flex-1 truncate after:absolute after:inset-0">
              {partWords[part] ?? part}
            </NumberLink>
            <span className="font-medium tabular-nums">{shortCount(count)}</span>
            <span className="w-12 whitespace-nowrap text-right text-muted text-sm tabular-nums">
              {percentWords(count, total)}
            </span>
          </div>
          <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
            <div
              className={cn('h-full rounded-full', tones[part] ?? 'bg-line-strong')}
              style={{ width: `${total === 0 ? 0 : Math.max(count > 0 ? 1.5 : 0, (count / total) * 100)}%` }}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
