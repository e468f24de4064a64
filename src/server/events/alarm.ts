/** Wakes the one who waits. A ring that comes while nobody waits ends the next wait at once. */
export function createAlarm() {
  let isRung = false
  let wake: (() => void) | undefined
  return {
    ring(): void {
      isRung = true
      wake?.()
    },
    /** Waits until it rings, at most for the given time. */
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
