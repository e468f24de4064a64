import { expect, it } from 'vitest'
import { askedWords } from './asked-words.ts'
import { termsOf } from './terms.ts'

it.each([
  ["What's the teachers' fee?", ['teacher', 'fee']],
  ["Why don't you accept cards?", ['accept', 'card']],
  ['It won’t start, and I’ve tried twice', ['start', 'tri', 'twic']],
  ["Is Newton's law taught?", ['newton', 'law', 'taught']],
  ["rock'n'roll à l'école d'été", ['rock', 'n', 'roll', 'l', 'ecol', 'd', 'ete']],
])('are none of the pieces of English contractions in %s', (question, terms) => {
  expect(termsOf(askedWords(question))).toEqual(terms)
})

it('are the question as it is if they would be nothing else', () => {
  expect(askedWords("Don't!")).toBe("Don't!")
})
