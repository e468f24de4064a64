import { expect, it } from 'vitest'
import { lastNight } from './night.ts'

it.each([
  ['2026-11-30T12:00:00Z', 'UTC', '2026-11-30T03:00:00Z'],
  ['2026-11-30T03:00:00Z', 'UTC', '2026-11-30T03:00:00Z'],
  ['2026-11-30T02:59:59Z', 'UTC', '2026-11-29T03:00:00Z'],
  ['2026-11-30T01:59:59Z', 'Europe/Berlin', '2026-11-29T02:00:00Z'],
  ['2026-11-30T02:00:00Z', 'Europe/Berlin', '2026-11-30T02:00:00Z'],
  ['2026-11-30T12:00:00Z', 'Pacific/Auckland', '2026-11-29T14:00:00Z'],
  ['2026-11-30T07:30:00Z', 'America/New_York', '2026-11-29T08:00:00Z'],
  // The nights in which Berlin's clocks go forward and back.
  ['2026-03-29T12:00:00Z', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['2026-10-25T12:00:00Z', 'Europe/Berlin', '2026-10-25T02:00:00Z'],
])('at %s in %s it was last three o’clock at %s', (now, zone, night) => {
  expect(new Date(lastNight(Date.parse(now), zone)).toISOString()).toBe(night.replace('Z', '.000Z'))
})
