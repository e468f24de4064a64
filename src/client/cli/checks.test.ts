import { describe, expect, it } from 'vitest'
import { rowsOf } from './checks.ts'

describe('a file of checks', () => {
  it.each([';', '\t'])('is read with the separator that its first line has: %j', (separator) => {
    const lines = [
      ['question', 'expects', 'facts'],
      ['“When, in summer?”', 'answers', '"nine;six|18"'],
    ]
    const text = `${lines.map((cells) => cells.join(separator)).join('\r\n')}\r\n`
    expect(rowsOf(text)).toEqual([{ question: '“When, in summer?”', expects: 'answers', facts: 'nine;six|18' }])
  })

  it('is refused where a separator outside of quotes would cut off the rest of a cell', () => {
    expect(() => rowsOf('question,facts\nWhat is it?,20 €, or 30 €\n')).toThrow('Row 2 has more cells')
    expect(rowsOf('question,facts\nWhat is it?,20 €,\n')).toEqual([{ question: 'What is it?', facts: '20 €' }])
  })

  it('has its rows named as a spreadsheet numbers them', () => {
    expect(() => rowsOf('question,expects\nWhat?,\n,\n\nWho?,nonsense\n')).toThrow('Row 5 ')
  })
})
