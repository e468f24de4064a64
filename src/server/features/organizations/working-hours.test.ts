import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type WorkingHours, weekdays } from '#contract/working-hours.ts'
import { isOpen, whenOpen, whenWorked, workingTimeBetween } from './working-hours.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
// Summer time of half an hour, of an hour on both halves of the earth, at midnight, none, and an odd offset.
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
]
const at = Date.parse
const office: WorkingHours = { monday: { from: '09:00', to: '17:30' }, friday: { from: '09:00', to: '12:00' } }

const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((numbers) => numbers.map((number) => String(number).padStart(2, '0')).join(':'))
const anyHours: fc.Arbitrary<WorkingHours> = fc.dictionary(
  fc.constantFrom(...weekdays),
  fc.record({ from: time, to: time }),
)
const zone = fc.constantFrom(...zones)
const minute = fc
  .integer({ min: at('2011-01-01T00:00Z') / MINUTE_MS, max: at('2040-01-01T00:00Z') / MINUTE_MS })
  .map((count) => count * MINUTE_MS)

describe('when a team works next', () => {
  it.each([
    ['2026-01-05T07:00Z', '2026-01-05T08:00Z'],
    ['2026-01-05T16:30Z', '2026-01-09T08:00Z'],
    ['2026-03-27T11:00Z', '2026-03-30T07:00Z'], // the clocks are put forward meanwhile
  ])('from %s is %s', (from, expected) => {
    expect(whenOpen(office, 'Europe/Berlin', at(from))).toBe(at(expected))
  })
})

describe('working hours', () => {
  it.each<[string, WorkingHours, string, string, boolean]>([
    ['begin with their first minute', office, 'Europe/Berlin', '2026-01-05T08:00Z', true],
    ['have not begun before', office, 'Europe/Berlin', '2026-01-05T07:59Z', false],
    ['end before their last minute', office, 'Europe/Berlin', '2026-01-05T16:30Z', false],
    ['follow summer time', office, 'Europe/Berlin', '2026-07-06T07:00Z', true],
    ['are none on other days', office, 'Europe/Berlin', '2026-01-06T10:00Z', false],
    ['are counted by the day of the zone', office, 'Pacific/Auckland', '2026-01-04T20:00Z', true],
    ['last into the next day', { sunday: { from: '22:00', to: '06:00' } }, 'UTC', '2026-01-05T05:59Z', true],
    ['end on the next day', { sunday: { from: '22:00', to: '06:00' } }, 'UTC', '2026-01-05T06:00Z', false],
    ['can be a whole day', { monday: { from: '00:00', to: '00:00' } }, 'UTC', '2026-01-05T23:59Z', true],
    ['are always where there are none', {}, 'UTC', '2026-01-04T03:00Z', true],
  ])('%s', (_, hours, zone, instant, expected) => {
    expect(isOpen(hours, zone, at(instant))).toBe(expected)
  })

  const night: WorkingHours = { sunday: { from: '01:00', to: '04:00' } }
  it.each<[string, string, string, number]>([
    ['an hour less when clocks are put forward', '2026-03-28T12:00Z', '2026-03-29T12:00Z', 2],
    ['an hour more when they are put back', '2026-10-24T12:00Z', '2026-10-25T12:00Z', 4],
    ['all of them otherwise', '2026-05-02T12:00Z', '2026-05-03T12:00Z', 3],
    ['each week anew', '2026-05-02T12:00Z', '2026-05-24T12:00Z', 12],
    ['nothing backwards', '2026-05-03T12:00Z', '2026-05-02T12:00Z', 0],
  ])('count %s', (_, from, to, hours) => {
    expect(workingTimeBetween(night, 'Europe/Berlin', at(from), at(to))).toBe(hours * HOUR_MS)
  })

  it('add up to the minutes in which the team works, also across a change of the clocks', () => {
    const changes = [
      '2026-03-29T01:00Z',
      '2026-10-25T01:00Z',
      '2026-03-08T07:00Z',
      '2026-04-04T15:00Z',
      '2011-12-30T10:00Z',
    ]
    const start = fc.oneof(
      minute,
      fc.constantFrom(...changes).map((change) => at(change) - 12 * HOUR_MS),
    )
    const property = fc.property(anyHours, zone, start, fc.nat(36 * 60), (hours, zone, from, minutes) => {
      let open = 0
      for (let index = 0; index < minutes; index += 1) if (isOpen(hours, zone, from + index * MINUTE_MS)) open += 1
      expect(workingTimeBetween(hours, zone, from, from + minutes * MINUTE_MS)).toBe(open * MINUTE_MS)
    })
    fc.assert(property, { numRuns: 30 })
  })

  it('of a span are those of its parts together, and never more than the span', () => {
    const length = fc.integer({ min: 0, max: 60 * DAY_MS })
    const property = fc.property(anyHours, zone, minute, length, length, (hours, zone, from, one, other) => {
      const between = (start: number, end: number) => workingTimeBetween(hours, zone, start, end)
      const whole = between(from, from + one + other)
      expect(whole).toBe(between(from, from + one) + between(from + one, from + one + other))
      expect(whole).toBeGreaterThanOrEqual(0)
      expect(whole).toBeLessThanOrEqual(one + other)
      if (Object.keys(hours).length === 0) expect(whole).toBe(one + other)
    })
    fc.assert(property, { numRuns: 60 })
  })
})

describe('when a team will have worked for a time', () => {
  it('is as soon as it has, to the second, or two weeks later', () => {
    const span = fc.nat(120 * MINUTE_MS)
    fc.assert(
      fc.property(anyHours, zone, minute, span, (hours, place, from, wanted) => {
        const when = whenWorked(hours, place, from, wanted)
        const worked = workingTimeBetween(hours, place, from, when)
        if (worked < wanted) expect(when).toBe(from + 14 * DAY_MS)
        else expect(workingTimeBetween(hours, place, from, when - 1_001)).toBeLessThanOrEqual(wanted)
      }),
      { numRuns: 100 },
    )
    expect(whenWorked({}, 'UTC', at('2026-11-23T12:00Z'), HOUR_MS)).toBe(at('2026-11-23T13:00Z'))
  })
})
