/** Waits until all runs have ended, but no longer than the given time. */
export async function within(milliseconds: number, runs: readonly { done: Promise<void> }[]): Promise<void> {
  if (runs.length === 0) return
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([timeUp, Promise.all(runs.map((run) => run.done))])
  clearTimeout(timer)
}
