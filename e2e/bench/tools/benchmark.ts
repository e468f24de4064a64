/** One figure, or a few that belong together. */
export interface Line {
  what: string
  /** Which database it was measured on, where that matters. */
  on?: string
  measured: string
  /** What it was measured against in the same run, or what it is to be. */
  against?: string
  /** Whether it is as good as it is to be; absent where nothing was promised. */
  isMet?: boolean
}

export interface Benchmark {
  name: string
  run(): Promise<Line[]>
}

/** Lines as a Markdown table. */
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

/** Of values in any order: the one that this share of them stays under. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const milliseconds = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`
export const count = (value: number) => Math.round(value).toLocaleString('en')
export const times = (value: number) => `${value.toFixed(2)}×`
