/**
 * Returns the milliseconds of processor time that the work took. Unlike time by the clock, they are not prolonged by
 * other processes on a busy machine.
 */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
