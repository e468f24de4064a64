/** Lets one loop sleep until something happens; after a `ring` that nobody awaited, `wait` returns at once. */
export function createAlarm() {
  let isRung = false
  let wake: (() => void) | undefined
  return {
    ring(): void {
      isRung = true
      wake?.()
    },
    /** Resolves when `ring` is called, or after the given number of milliseconds, if any. */
    async wait(milliseconds?: number): Promise<void> {
      let timer: NodeJS.Timeout | undefined
      if (!isRung)
        await new Promise<void>((resolve) => {
          wake = resolve
          if (milliseconds !== undefined) timer = setTimeout(resolve, milliseconds)
        })
      clearTimeout(timer)
      wake = undefined
      isRung = false
    },
  }
}
