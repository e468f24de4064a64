import { describe, expect, it } from 'vitest'
import { type Candidate, due, isAway, type Wait } from './due.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const noon = Date.parse('2026-11-23T12:00:00Z') // a Monday

const somebody = (more: Partial<Candidate> = {}): Candidate => ({
  user_id: 'ada',
  availability: 'available',
  last_seen_at: null,
  mail_after_minutes: 5,
  ...more,
})
const waited = (minutes: number, more: Partial<Wait> = {}): Wait => ({
  since: noon,
  now: noon + minutes * MINUTE_MS,
  hours: {},
  zone: 'UTC',
  snoozedUntil: null,
  ...more,
})

describe('a wait', () => {
  it('is mailed to each after their own minutes', () => {
    const both = [somebody(), somebody({ user_id: 'ben', mail_after_minutes: 7 })]
    expect(due(both, waited(1))).toEqual({ mail: [], nextAt: noon + 5 * MINUTE_MS })
    expect(due(both, waited(5))).toEqual({ mail: ['ada'], nextAt: noon + 7 * MINUTE_MS })
    expect(due(both, waited(7)).mail).toEqual(['ada', 'ben'])
    expect(due([somebody({ mail_after_minutes: null })], waited(60)).mail).toEqual([])
  })

  it('is not mailed to who is there, and looked at again when they could be away', () => {
    const now = noon + 10 * MINUTE_MS
    const there = somebody({ last_seen_at: now - 2 * MINUTE_MS })
    expect(due([there], waited(10))).toEqual({ mail: [], nextAt: now + 3 * MINUTE_MS })
    expect(due([{ ...there, availability: 'away' }], waited(10)).mail).toEqual(['ada'])
    expect(isAway(there, now + 3 * MINUTE_MS - 1)).toBe(false)
    expect(isAway(there, now + 3 * MINUTE_MS)).toBe(true)
  })

  it('counts working time alone', () => {
    const hours = { monday: { from: '09:00', to: '12:02' }, tuesday: { from: '09:00', to: '17:00' } }
    const tuesday = Date.parse('2026-11-24T09:03:00Z')
    const asleep = due([somebody()], waited(10, { hours }))
    expect(asleep.mail).toEqual([])
    expect(asleep.nextAt).toBeLessThanOrEqual(tuesday + 1_000)
    const shortly = (tuesday - noon) / MINUTE_MS - 1
    const { nextAt } = due([somebody()], waited(shortly, { hours }))
    expect(Math.abs(nextAt! - tuesday)).toBeLessThanOrEqual(1_000)
    expect(due([somebody()], waited(shortly + 2, { hours })).mail).toEqual(['ada'])
  })

  it('is left alone while it is snoozed, looked at ever more rarely, and forgotten after a week', () => {
    const snoozed = due([somebody()], waited(10, { snoozedUntil: noon + 14 * MINUTE_MS }))
    expect(snoozed).toEqual({ mail: [], nextAt: noon + 14 * MINUTE_MS })
    expect(due([somebody()], waited(10, { snoozedUntil: Number.MAX_SAFE_INTEGER })).nextAt).toBe(noon + 15 * MINUTE_MS)
    expect(due([], waited(600)).nextAt).toBe(noon + 11 * HOUR_MS)
    expect(due([somebody()], waited(8 * 24 * 60))).toEqual({ mail: [], nextAt: null })
  })
})
