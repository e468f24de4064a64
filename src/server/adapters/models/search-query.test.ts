import { describe, expect, it } from 'vitest'
import { searchQuery } from './search-query.ts'

const history = (...messages: string[]) =>
  messages.flatMap((content, index) => [
    { role: 'visitor' as const, content },
    ...(index < messages.length - 1 ? [{ role: 'assistant' as const, content: 'An answer.' }] : []),
  ])

describe('searchQuery', () => {
  it.each(['and on Windows?', 'What about children?', 'How do I delete it?', 'why?', 'Und am Sonntag?'])(
    'looks for %j together with the question before',
    (message) => {
      expect(searchQuery(history('How do I install the program?', message))).toBe(
        `How do I install the program?\n${message}`,
      )
    },
  )

  it('goes back to the question that a chain of follow-ups began with', () => {
    expect(searchQuery(history('Opening hours?', 'and on Sunday?', 'and on holidays?'))).toBe(
      'Opening hours?\nand on Sunday?\nand on holidays?',
    )
  })

  it.each([
    'What does shipping cost?',
    'refund policy',
    'I bought this bike last year and its frame broke while I was riding home',
  ])('looks for %j alone', (message) => {
    expect(searchQuery(history('How do I install the program?', message))).toBe(message)
  })

  it('ignores what others said', () => {
    expect(
      searchQuery([
        { role: 'human', content: 'Ask away' },
        { role: 'visitor', content: 'and you?' },
      ]),
    ).toBe('and you?')
    expect(searchQuery([])).toBe('')
  })
})
