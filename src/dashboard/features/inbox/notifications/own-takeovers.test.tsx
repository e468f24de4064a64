import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => localStorage.clear())

/** The module as another tab of the browser has it. */
async function openTab() {
  vi.resetModules()
  return await import('./own-takeovers.ts')
}

it('knows what the same person takes over in another tab, for a moment', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.noteOwnTakeover('c1')
  expect([other.isOwnTakeover('c1'), other.isOwnTakeover('c2')]).toEqual([true, false])
  vi.useFakeTimers({ now: Date.now() + 20_000 })
  try {
    expect([one.isOwnTakeover('c1'), other.isOwnTakeover('c1')]).toEqual([false, false])
  } finally {
    vi.useRealTimers()
  }
})
