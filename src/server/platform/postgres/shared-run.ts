/** Lets all who ask for `work` while it is running share that run. */
export function sharedRun(work: () => Promise<void>) {
  let running: Promise<void> | undefined
  return {
    /** Runs `work`, unless it is running. @returns the end of the run */
    run(): Promise<void> {
      running ??= work().finally(() => {
        running = undefined
      })
      return running
    },
    /** Waits for the end of the run that goes on now, if any. */
    async end(): Promise<void> {
      await running
    },
  }
}
