import { expect, it } from 'vitest'
import { sampleLine } from '../testing/samples.ts'
import { forgetReading, noteReading, noteTold, readingsUntilNow, withReadings } from './readings.ts'

const fetched = (after: number) => withReadings([sampleLine('a', 1)], after)[0]?.read_count

it('holds against a list whose fetch began before the server was told, and no longer', () => {
  const before = readingsUntilNow()
  expect(fetched(before)).toBe(0)
  noteReading('a', 2, false)
  expect(fetched(readingsUntilNow())).toBe(2)
  noteTold('a', 1) // the server has heard of an earlier reading only
  expect(fetched(readingsUntilNow())).toBe(2)
  noteTold('a', 2)
  expect([fetched(before), fetched(readingsUntilNow())]).toEqual([2, 0])
  noteReading('a', 1, true)
  expect([fetched(before), fetched(readingsUntilNow())]).toEqual([1, 0])
})

it('is forgotten where the server did not take it', () => {
  noteReading('a', 2, false)
  forgetReading('a', 1) // an earlier one
  expect(fetched(readingsUntilNow())).toBe(2)
  forgetReading('a', 2)
  expect(fetched(0)).toBe(0)
})
