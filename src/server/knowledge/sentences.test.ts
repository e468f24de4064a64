import { describe, expect, it } from 'vitest'
import { processorMs } from '../testing/processor-time.ts'
import { sentencesOf } from './sentences.ts'

const MEGABYTE = 1024 * 1024

describe('sentencesOf', () => {
  it('joins what an editor wrapped, and ends sentences at other line breaks', () => {
    const wrapped =
      'Breakfast is served every day in the garden room, from seven\nuntil half past ten. Dogs wait outside.'
    expect(sentencesOf(wrapped)).toEqual([
      'Breakfast is served every day in the garden room, from seven until half past ten.',
      'Dogs wait outside.',
    ])
    expect(sentencesOf('Opening hours\nMonday 9 to 5')).toEqual(['Opening hours', 'Monday 9 to 5'])
    expect(sentencesOf('Ask Dr. Who, e.g. by mail. Or C:\\Files\\!Acme.')).toEqual([
      'Ask Dr. Who, e.g. by mail.',
      'Or C:\\Files\\!Acme.',
    ])
  })

  // With work that grows with the square of the length, the first of these took half a minute.
  it.each([['a!b!c!'], [`${'word '.repeat(12)}\n`], ['1. '], ['e.g. ']])('reads a megabyte of %j at once', (unit) => {
    expect(processorMs(() => sentencesOf(unit.repeat(MEGABYTE / unit.length)))).toBeLessThan(6_000)
  })
})
