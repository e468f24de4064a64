import { expect, it } from 'vitest'
import { asLocalField, snoozeTimes } from './snooze-times.ts'

const named = (now: Date) => snoozeTimes(now).map(({ name, at }) => `${name}: ${asLocalField(at)}`)

it('offers later today, tomorrow, Monday, and in a week', () => {
  expect(named(new Date(2026, 10, 18, 10, 20))).toEqual([
    'Later today: 2026-11-18T13:00',
    'Tomorrow morning: 2026-11-19T09:00',
    'On Monday: 2026-11-23T09:00',
    'In a week: 2026-11-25T09:00',
  ])
})

it.each([
  ['in the evening', new Date(2026, 10, 18, 19)],
  ['at night, when three hours later is another day', new Date(2026, 10, 18, 23, 30)],
])('offers nothing more today %s', (_, now) => {
  expect(named(now)[0]).toBe('Tomorrow morning: 2026-11-19T09:00')
})

it('offers the same morning only once', () => {
  expect(snoozeTimes(new Date(2026, 10, 22, 23)).map(({ name }) => name)).toEqual(['Tomorrow morning', 'In a week'])
  expect(snoozeTimes(new Date(2026, 10, 23, 23)).map(({ name }) => name)).toEqual(['Tomorrow morning', 'On Monday'])
})

it('offers only what is still to come, on whichever day', () => {
  for (let hours = 0; hours < 24 * 400; hours += 5) {
    const now = new Date(2026, 0, 1, hours, 59)
    const times = snoozeTimes(now).map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(new Set(times).size).toBe(times.length)
    expect(times[0]).toBeGreaterThan(now.getTime())
  }
})
