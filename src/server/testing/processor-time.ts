/**
 * Returns the milliseconds of processor time that the work took in this thread. Unlike time by the clock, they are not
 * prolonged by other processes on a busy machine, nor by other threads of this one.
 */
export function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  return millisecondsSince(before)
}

/** Like `processorMs`, for asynchronous work. Whatever else this thread does meanwhile is counted too. */
export async function processorMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  return millisecondsSince(before)
}

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
