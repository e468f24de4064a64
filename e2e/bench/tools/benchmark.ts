import type { DatabaseName } from './world.ts'

/** One row of the printed table: a figure, or a few that belong together. */
export interface Line {
  what: string
  /** Database of the measurement, where that matters. */
  on?: string
  measured: string
  /** What the figure is compared with: a measurement of the same run, or a target. */
  against?: string
  /** Whether the target is met; absent without a target. */
  isMet?: boolean
}

export interface Benchmark {
  name: string
  run(): Promise<Line[]>
}

/** Makes a benchmark that measures on SQLite first, then on PostgreSQL. */
export const onBothDatabases = (name: string, measure: (database: DatabaseName) => Promise<Line[]>): Benchmark => ({
  name,
  run: async () => [...(await measure('SQLite')), ...(await measure('PostgreSQL'))],
})

/** Formats lines as a Markdown table. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map(({ what, on = '', measured, against = '', isMet }) =>
    [what, on, measured, against, isMet === undefined ? '' : isMet ? 'yes' : '**no**'].join(' | '),
  )
  return ['What | On | Measured | Against or target | Met', '--- | --- | --- | --- | ---', ...rows]
    .map((row) => `| ${row} |`)
    .join('\n')
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The value that the given share of all values, or slightly more, does not exceed; the values may be in any order. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const milliseconds = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`
/** Formats the median and the 95th percentile of milliseconds, as in `2.5 ms / 12 ms`. */
export const p50AndP95 = (values: readonly number[]) =>
  `${milliseconds(percentile(values, 0.5))} / ${milliseconds(percentile(values, 0.95))}`
export const count = (value: number) => Math.round(value).toLocaleString('en')
export const times = (value: number) => `${value.toFixed(2)}×`
