import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Returns the longest time in milliseconds that the work kept everything else from running. */
export async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  await new Promise((resolve) => setTimeout(resolve, 30)) // the first samples come before the work
  await work()
  await new Promise((resolve) => setTimeout(resolve, 30)) // the block that the work ended with is noticed after it
  delays.disable()
  return delays.max / 1_000_000
}
