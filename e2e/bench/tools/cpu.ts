import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const TICK_MS = 10 // milliseconds; Linux counts processor time in hundredths of a second

/** Processor time that a process has used since it started, over all threads, in milliseconds. */
export function processCpuMs(pid: number): number {
  // The process name, in parentheses, may contain anything, spaces included; only numbers follow it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

const REST_MS = 500
const REST_SHARE = 0.1
const REST_PATIENCE_MS = 30_000

/**
 * Waits until a process uses almost no processor time.
 * @throws Error when it stays busy.
 */
export async function atRest(pid: number): Promise<void> {
  const deadline = performance.now() + REST_PATIENCE_MS
  for (let before = processCpuMs(pid); performance.now() < deadline; ) {
    await delay(REST_MS)
    const after = processCpuMs(pid)
    if (after - before < REST_MS * REST_SHARE) return
    before = after
  }
  throw new Error('The process never comes to rest.')
}

/** Resident memory of a process right now, in bytes. */
export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
}
