import { readdirSync, readFileSync } from 'node:fs'
import { median } from '../bench/tools/benchmark.ts'

const MEGABYTE = 1_048_576

/** Resident memory of a process and all its descendants, in megabytes. A process that ends meanwhile counts as 0. */
export function treeMegabytes(pid: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? Number(field(Number(name), 'PPid')) : Number.NaN
    if (!Number.isNaN(parent)) parents.set(Number(name), parent)
  }
  const isOfTree = (one: number): boolean => one === pid || (parents.has(one) && isOfTree(parents.get(one)!))
  const tree = [...parents.keys()].filter(isOfTree)
  return tree.reduce((sum, one) => sum + Number(field(one, 'VmRSS') ?? 0) * 1024, 0) / MEGABYTE
}

function field(pid: number, name: string): string | undefined {
  try {
    return new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

export interface Verdict {
  peak: number
  /** Medians of the run's second and last quarter, in megabytes. */
  second: number
  last: number
  problems: string[]
}

const GROWTH_ALLOWED = 1.05

/**
 * Judges memory samples taken evenly over a run. The first quarter is warm-up. Growth compares the median of the last
 * quarter with that of the second; medians, as garbage collection makes single samples jump.
 */
export function judge(samples: readonly number[], limitMegabytes: number): Verdict {
  const quarter = (number: number) =>
    median(samples.slice(Math.floor((samples.length * (number - 1)) / 4), Math.floor((samples.length * number) / 4)))
  const peak = Math.max(...samples)
  const [second, last] = [quarter(2), quarter(4)]
  const problems: string[] = []
  if (peak > limitMegabytes) problems.push(`It held ${peak.toFixed(0)} MB, more than ${limitMegabytes} MB.`)
  if (last > second * GROWTH_ALLOWED)
    problems.push(`It grew: ${second.toFixed(0)} MB in the second quarter, ${last.toFixed(0)} MB in the last.`)
  return { peak, second, last, problems }
}
