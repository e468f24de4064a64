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
  /** The median of each part of the run, in megabytes. */
  medians: number[]
  problems: string[]
}

const GROWTH_ALLOWED = 1.05

/**
 * Judges memory samples taken evenly over a run. Growth compares the median of the run's last part with that of the part
 * in its middle, before which it warms up; medians, as garbage collection makes single samples jump.
 * @param parts How many parts it has: quarters, or days where more is done by day than at night.
 */
export function judge(samples: readonly number[], limitMegabytes: number, parts = 4): Verdict {
  const start = (part: number) => Math.floor((samples.length * part) / parts)
  const medians = Array.from({ length: parts }, (_, part) => median(samples.slice(start(part), start(part + 1))))
  const peak = Math.max(...samples)
  const [middle = 0, last = 0] = [medians[Math.floor(parts / 2) - 1], medians.at(-1)]
  const problems: string[] = []
  if (peak > limitMegabytes) problems.push(`It held ${peak.toFixed(0)} MB, more than ${limitMegabytes} MB.`)
  if (last > middle * GROWTH_ALLOWED)
    problems.push(`It grew: ${middle.toFixed(0)} MB in the middle, ${last.toFixed(0)} MB at the end.`)
  return { peak, medians, problems }
}
