/**
 * Returns about the longest time in milliseconds that the work computed without letting anything else in this thread
 * run. Processor time is counted, so that a machine which is busy with other things doesn't prolong it; synchronous
 * waiting is not noticed.
 */
export async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, 10)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  look() // the block that the work ended with
  return longest
}
