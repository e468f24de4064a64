import { describe, expect, it } from 'vitest'
import { ATTEMPTS, secondsToNextAttempt } from './schedule.ts'

const NOON = Date.parse('2026-03-01T12:00:00Z')

describe('secondsToNextAttempt', () => {
  it('makes ten attempts over about three days', () => {
    const waits = Array.from({ length: ATTEMPTS }, (_, made) => secondsToNextAttempt(made, undefined, NOON, 0.5))
    expect(waits).toEqual([0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
    expect(secondsToNextAttempt(ATTEMPTS, undefined, NOON)).toBeNull()
  })

  it('spreads each wait by a fifth either way', () => {
    expect(secondsToNextAttempt(2, undefined, NOON, 0)).toBeCloseTo(240)
    expect(secondsToNextAttempt(2, undefined, NOON, 1)).toBeCloseTo(360)
  })

  it.each([
    ['seconds', '600', 600],
    ['a date', 'Sun, 01 Mar 2026 12:10:00 GMT', 600],
    ['less than the wait itself', '3', 300],
    ['a date that has passed', 'Sun, 01 Mar 2026 11:00:00 GMT', 300],
    ['nonsense', 'soon', 300],
    ['more than a day', '999999', 86_400],
  ])('honours Retry-After: %s', (_name, header, seconds) => {
    expect(secondsToNextAttempt(2, header, NOON, 0.5)).toBe(seconds)
  })
})
