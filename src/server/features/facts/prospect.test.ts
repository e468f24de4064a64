import { expect, it } from 'vitest'
import { roundedMinutes } from './prospect.ts'

it.each([
  [1_000, 1],
  [89_000, 1],
  [492_000, 8],
  [11 * 60_000, 10],
  [43 * 60_000, 45],
  [100 * 60_000, 90],
])('says %d ms as people would: %d minutes', (ms, minutes) => expect(roundedMinutes(ms)).toBe(minutes))
