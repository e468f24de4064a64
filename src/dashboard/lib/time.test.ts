import { expect, it, vi } from 'vitest'
import { relativeTime } from './time.ts'

const HOUR_MS = 3_600_000
const now = Date.parse('2026-03-10T12:00:00.000Z')
const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'always', style: 'short' })
const hoursAgo = (hours: number) => relativeTime(new Date(now - hours * HOUR_MS).toISOString(), now)

it('counts whole days and years, and names none of the calendar', () => {
  expect(hoursAgo(47)).toBe(words.format(-1, 'day'))
  expect(hoursAgo(49)).toBe(words.format(-2, 'day'))
  expect(hoursAgo(23 * 30 * 24)).toBe(words.format(-1, 'year'))
})

it('is now within the minute', () => {
  expect(relativeTime(new Date(now - 30_000).toISOString(), now)).toBe(
    new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(0, 'second'),
  )
})

it('names the day of UTC wherever the reader is', async () => {
  vi.stubEnv('TZ', 'America/New_York')
  vi.resetModules()
  const { exactTime, utcDay } = await import('./time.ts')
  vi.unstubAllEnvs()
  const written = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
  expect(utcDay('2027-01-05T00:00:00Z')).toBe(`${written.format(Date.UTC(2027, 0, 5))} (UTC)`)
  const there = new Intl.DateTimeFormat(undefined, {
    dateStyle: 'full',
    timeStyle: 'medium',
    timeZone: 'America/New_York',
  })
  expect(exactTime('2027-01-05T00:00:00Z')).toBe(there.format(Date.UTC(2027, 0, 5)))
})
