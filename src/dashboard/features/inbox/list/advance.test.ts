import { expect, it } from 'vitest'
import { sampleLine } from '../testing/samples.ts'
import { lineAfter } from './advance.ts'

const lines = ['a', 'b', 'c'].map((id) => sampleLine(id, 1))

it('goes on with the line below, or above the last', () => {
  expect(lineAfter(lines, 'a', 0)?.id).toBe('b')
  expect(lineAfter(lines, 'c', 2)?.id).toBe('b')
  expect(lineAfter(lines.slice(0, 1), 'a', 0)).toBeUndefined()
})

it('goes on where a line stood that has left the list already', () => {
  expect(lineAfter(lines, 'gone', 1)?.id).toBe('b')
  expect(lineAfter(lines, 'gone', 3)?.id).toBe('c')
  expect(lineAfter([], 'gone', 1)).toBeUndefined()
})

it('goes nowhere after a line that never was in the list', () => {
  expect(lineAfter(lines, 'other', -1)).toBeUndefined()
})
