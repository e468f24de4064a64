import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHeartbeat } from './heartbeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reaches everybody once a period, and only a few at a time', () => {
  const LISTENERS = 1_000
  const heartbeat = createHeartbeat(20_000, 200)
  const beats = Array.from({ length: LISTENERS }, () => 0)
  let together = 0
  const leave = beats.map((_, index) =>
    heartbeat.join(() => {
      beats[index]! += 1
      together += 1
    }),
  )
  for (let period = 1; period <= 2; period += 1) {
    for (let turn = 0; turn < 200; turn += 1) {
      together = 0
      vi.advanceTimersByTime(100)
      expect(together).toBe(LISTENERS / 200)
    }
    expect(new Set(beats)).toEqual(new Set([period]))
  }
  leave[0]!()
  vi.advanceTimersByTime(20_000)
  expect(beats.slice(0, 2)).toEqual([2, 3])
  heartbeat.stop()
  vi.advanceTimersByTime(20_000)
  expect(beats[1]).toBe(3)
})
