import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isoTime } from './time.ts'

it('writes a time as Date does, whatever was written before', () => {
  const time = fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59.999Z') })
  fc.assert(
    fc.property(time, (milliseconds) => {
      expect(isoTime(milliseconds)).toBe(new Date(milliseconds).toISOString())
    }),
  )
  for (const edge of [0, -1, 1, 86_399_999, 86_400_000]) expect(isoTime(edge)).toBe(new Date(edge).toISOString())
})
