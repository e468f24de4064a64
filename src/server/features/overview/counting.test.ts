import { expect, it } from 'vitest'
import { alignmentOf, DAY_MS, hourOf, offsetsOf, shownAt, startOfDay } from './hours.ts'

it.each([
  ['UTC', '10:00', '10:59'],
  ['Asia/Kolkata', '10:30', '11:29'],
  ['Asia/Kathmandu', '10:15', '11:14'],
  ['America/St_Johns', '10:30', '11:29'],
])('begins the hours of %s where its clocks do', (zone, first, last) => {
  const at = (time: string) => Date.parse(`2026-11-23T${time}:00Z`)
  const alignment = alignmentOf(zone)
  expect(hourOf(at(last), alignment)).toBe(at(first))
  expect(hourOf(at(first), alignment)).toBe(at(first))
})

it.each([
  ['Europe/Berlin', '2026-11-23T00:30:00Z', '2026-11-23T01:30:00Z'],
  ['Europe/Berlin', '2026-11-22T23:30:00Z', '2026-11-23T00:30:00Z'],
  ['America/New_York', '2026-11-23T04:00:00Z', '2026-11-22T23:00:00Z'],
  // The days on which clocks go forward or back, before and after.
  ['Europe/Berlin', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'],
  ['Europe/Berlin', '2026-03-29T01:30:00Z', '2026-03-29T03:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T14:30:00Z', '2026-04-05T01:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', '2026-04-05T01:30:00Z'],
])('knows what clocks in %s show at %s', (zone, time, shown) => {
  const at = Date.parse(time)
  const offsets = offsetsOf(zone, at, at)
  expect(shownAt(at, offsets)).toBe(Date.parse(shown))
  const day = Math.floor(shownAt(at, offsets) / DAY_MS)
  expect(shownAt(startOfDay(day, offsets), offsets)).toBe(day * DAY_MS)
})

it.each(['America/Santiago', 'America/Havana', 'Atlantic/Azores', 'Africa/Cairo', 'Asia/Beirut', 'Europe/Berlin'])(
  'begins every day of %s on that day, also where clocks skip midnight',
  (zone) => {
    const [first, end] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)]
    const offsets = offsetsOf(zone, first, end)
    const dayAt = (at: number) => Math.floor(shownAt(at, offsets) / DAY_MS)
    for (let day = first / DAY_MS; day < end / DAY_MS; day += 1) {
      const at = startOfDay(day, offsets)
      expect([dayAt(at - 1), dayAt(at)]).toEqual([day - 1, day])
    }
  },
)
