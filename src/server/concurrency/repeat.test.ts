import { expect, it, vi } from 'vitest'
import { testLog } from '../testing/database.ts'
import { repeat } from './repeat.ts'

it('does nothing twice at once, and goes on after what took long or failed', async () => {
  vi.useFakeTimers()
  try {
    const ends: PromiseWithResolvers<void>[] = []
    const work = () => {
      ends.push(Promise.withResolvers<void>())
      return ends.at(-1)!.promise
    }
    const times = { firstAfterMs: 10, everyMs: 100, warning: 'It did not work' }
    const stop = repeat({ log: testLog } as never, work, times)
    await vi.advanceTimersByTimeAsync(350)
    expect(ends).toHaveLength(1)
    ends[0]!.resolve()
    await vi.advanceTimersByTimeAsync(100)
    expect(ends).toHaveLength(2)
    ends[1]!.reject(new Error('The disk is away'))
    await vi.advanceTimersByTimeAsync(100)
    expect(ends).toHaveLength(3)
    ends[2]!.resolve()
    stop()
    await vi.advanceTimersByTimeAsync(300)
    expect(ends).toHaveLength(3)
  } finally {
    vi.useRealTimers()
  }
})
