import { expect, it } from 'vitest'
import { changeWords, newsOf, spanWords } from './words.ts'

it.each([
  [0, '< 1 s'],
  [59, '59 s'],
  [61, '1 min'],
  [420, '7 min'],
  [3_600, '1 h'],
  [4_800, '1 h 20 min'],
  [40_000, '11 h'],
  [200_000, '2 days'],
])('says %d seconds as one would: %s', (seconds, words) => expect(spanWords(seconds)).toBe(words))

it('compares with what was before, where there was anything', () => {
  expect(changeWords(12, 10)).toBe('+20 %')
  expect(changeWords(8, 10)).toBe('−20 %')
  expect(changeWords(10, 10)).toBe('±0 %')
  expect(changeWords(10, 0)).toBeUndefined()
  expect(changeWords(null, 10)).toBeUndefined()
})

it('tells good news from bad, and where more is neither', () => {
  expect(newsOf('answered_alone', 12, 10)).toBe('good')
  expect(newsOf('unknown', 12, 10)).toBe('bad')
  expect(newsOf('first_human_reply', 40, 90)).toBe('good')
  expect(newsOf('unknown', 10, 10)).toBeUndefined()
  expect(newsOf('conversations', 12, 10)).toBeUndefined()
})
