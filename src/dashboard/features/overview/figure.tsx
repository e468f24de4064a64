import type { ReactNode } from 'react'
import type { OverviewNumber } from '#contract/overview-words.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { shortCount } from '#dashboard/lib/sizes.ts'
import { NumberLink } from './number-link.tsx'
import type { Overview } from './overview-search.ts'
import { changeWords, newsOf, numberWords, spanWords } from './words.ts'

interface FigureProps {
  name: OverviewNumber
  data: Overview
  /** The range that the change is relative to, such as "the 7 days before". */
  before: string
  tone?: 'human' | undefined
  children?: ReactNode
}

/** Formats the value of a number; a dash if there is none. */
export function valueWords(name: OverviewNumber, value: number | null): string {
  if (value === null) return '–'
  return name === 'first_human_reply' ? spanWords(value) : shortCount(value)
}

/** A tile with one number of the overview and how it has changed; it opens the conversations that the number counts. */
export function Figure({ name, data, before, tone, children }: FigureProps) {
  const { value, before: earlier, how } = data.numbers[name]
  return (
    <div className="relative flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-surface px-4 py-3 transition-colors duration-100 hover:border-line-strong hover:bg-hover">
      <NumberLink
        number={name}
        className="w-fit text-ink-soft text-sm after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ink"
      >
        {numberWords[name]}
      </NumberLink>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span
          className={cn(
            'font-semibold [font-size:1.75rem] leading-9 tracking-tight tabular-nums',
            tone === 'human' && 'text-human',
          )}
          title={how}
        >
          {valueWords(name, value)}
        </span>
        <Change name={name} value={value} earlier={earlier} before={before} />
      </p>
      {children && <div className="text-muted text-sm">{children}</div>}
    </div>
  )
}

interface ChangeProps {
  name: OverviewNumber
  value: number | null
  earlier: number | null
  before: string
}

/** A number's change from the range before. Its colour tells good news from bad, where a number has such. */
export function Change({ name, value, earlier, before }: ChangeProps) {
  const words = changeWords(value, earlier)
  if (!words) return null
  const news = newsOf(name, value, earlier)
  const tone = news === 'good' ? 'text-success' : news === 'bad' ? 'text-danger' : 'text-muted'
  return (
    <span className={cn('text-sm tabular-nums', tone)}>
      {words}
      <span className="sr-only"> compared with {before}</span>
    </span>
  )
}
