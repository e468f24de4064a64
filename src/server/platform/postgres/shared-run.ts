/** Lets all who ask for `work` while it is running share that run. */
export function sharedRun(work: () => Promise<void>) {
  let running: Promise<void> | undefined
  return {
    run(): Promise<void> {
      running ??= work().finally(() => {
        running = undefined
      })
      return running
    },
    async end(): Promise<void> {
      await running
    },
  }
}
