import { describe, expect, it } from 'vitest'
import { slashAt, wordsFrom } from './slash.ts'

/** What is found with the caret at the `^`. */
const at = (marked: string) => slashAt(marked.replace('^', ''), marked.indexOf('^'))

describe('slashAt', () => {
  it('finds what is written after a slash in a line of its own', () => {
    expect(at('/^')).toEqual({ start: 0, words: '' })
    expect(at('/ref^')).toEqual({ start: 0, words: 'ref' })
    expect(at('Hello\n/two words^')).toEqual({ start: 6, words: 'two words' })
    expect(at('Hello\n/^\nBye')).toEqual({ start: 6, words: '' })
  })

  it('finds nothing elsewhere', () => {
    for (const text of ['^/', '^', 'and/or^', ' /x^', '/x^ y', '/x\n^', `/${'x'.repeat(70)}^`])
      expect(at(text)).toBe(undefined)
  })
})

it('looks from where somebody asked, until the line ends or the caret leaves', () => {
  expect(wordsFrom('Hello, ref', 7, 10)).toEqual({ start: 7, words: 'ref' })
  expect(wordsFrom('Hello, ', 7, 7)).toEqual({ start: 7, words: '' })
  expect(wordsFrom('Hello, \n', 7, 8)).toBeUndefined()
  expect(wordsFrom('Hello, ', 7, 6)).toBeUndefined()
  expect(wordsFrom('', 7, 7)).toBeUndefined() // the field is empty again because the reply was sent
})
