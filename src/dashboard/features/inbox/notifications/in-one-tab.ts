const HELD_MS = 120_000 // milliseconds within which every tab learns of a wait; timers of hidden tabs run once a minute

/**
 * Runs `tell` in one of the browser's tabs only: the first that asks under a name, as the others find its lock taken.
 * Plain HTTP pages lack the Web Locks API, so there `tell` runs in every tab.
 */
export async function inOneTab(name: string, tell: () => unknown): Promise<void> {
  if (!navigator.locks) return void tell()
  await navigator.locks.request(`baton.${name}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    tell()
    await new Promise((resolve) => setTimeout(resolve, HELD_MS))
  })
}
