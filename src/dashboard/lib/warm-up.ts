type Load = () => void

const QUIET_MS = 1_500 // the first screen's own code and data have the line to themselves for this long

const waiting = new Set<Load>()
let begun = false

/** Has code fetched once the first screen has been shown, so that it is there when it is wanted. A failure is `load`'s own. */
export function warmUpLater(load: Load): void {
  if (begun) whenIdle(load)
  else waiting.add(load)
}

/** Called once, by the page itself. */
export function beginWarmingUp(): void {
  setTimeout(() => {
    begun = true
    for (const load of waiting) whenIdle(load)
    waiting.clear()
  }, QUIET_MS)
}

function whenIdle(load: Load): void {
  if ('requestIdleCallback' in window) requestIdleCallback(load)
  else setTimeout(load) // Safari has none
}
