import { readFileSync } from 'node:fs'

const TICK_MS = 10 // Linux counts a process's time in hundredths of a second

/** What a process has used of the processors since it began, all threads together, in milliseconds. */
export function processCpuMs(pid: number): number {
  // The name, in parentheses, may hold anything; what follows it is numbers.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** What a process holds in memory of its own right now, in bytes. */
export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
}
