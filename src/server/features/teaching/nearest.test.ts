import { expect, it } from 'vitest'
import { nearestByWords } from './nearest.ts'

it('finds the texts that are nearest by their words', () => {
  const texts = ['Which rooms have a view?', 'May dogs come along?', 'May I bring my two dogs?']
  const near = nearestByWords(['May I bring my dogs?'], texts, { textOf: (text) => text, limit: 2 })
  expect(near).toEqual(['May I bring my two dogs?', 'May dogs come along?'])
})
