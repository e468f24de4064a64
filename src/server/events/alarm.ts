/** Wakes one waiter, now or, when nobody waits yet, the next. */
export function createAlarm() {
  let isRung = false
  let wake: (() => void) | undefined
  return {
    ring(): void {
      isRung = true
      wake?.()
    },
    /** Waits until it rings, or for so long. */
    async wait(milliseconds: number): Promise<void> {
      let timer: NodeJS.Timeout | undefined
      if (!isRung)
        await new Promise<void>((resolve) => {
          wake = resolve
          timer = setTimeout(resolve, milliseconds)
        })
      clearTimeout(timer)
      wake = undefined
      isRung = false
    },
  }
}
