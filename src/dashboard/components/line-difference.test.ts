import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lineDifference } from './line-difference.ts'

const told = (before: string, after: string) =>
  lineDifference(before, after).map(({ kind, text }) => ({ same: ' ', added: '+', removed: '-' })[kind] + text)

it('tells what was removed and added, with what stayed around it', () => {
  expect(told('one\ntwo\nthree', 'one\n2\nthree')).toEqual([' one', '-two', '+2', ' three'])
  expect(told('a\nb\nc\nd', 'b\nc\nd\ne')).toEqual(['-a', ' b', ' c', ' d', '+e'])
  expect(told('a', 'a\na')).toEqual([' a', '+a'])
  expect(told('a\na', 'a')).toEqual([' a', '-a'])
  expect(told('same', 'same')).toEqual([' same'])
})

it('always leads from the one text to the other', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
    .map((all) => all.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDifference(before, after)
      const without = (kind: string) =>
        lines
          .filter((line) => line.kind !== kind)
          .map((line) => line.text)
          .join('\n')
      expect([without('added'), without('removed')]).toEqual([before, after])
    }),
  )
})

it('compares long texts without comparing each line with each', () => {
  const many = (word: string) => Array.from({ length: 10_000 }, (_, index) => `${word} ${index}`).join('\n')
  expect(lineDifference(`${many('a')}\nend`, `${many('b')}\nend`)).toHaveLength(20_002)
})
