import { describe, expect, it } from 'vitest'
import { factsText, readFacts } from './facts-text.ts'

describe('facts as text', () => {
  it('are a line each, with alternatives parted', () => {
    const facts = [['9:00', 'nine'], ['Monday']]
    expect(factsText(facts)).toBe('9:00 | nine\nMonday')
    expect(readFacts(factsText(facts))).toEqual(facts)
    expect(readFacts(' \n a||b \n|\n\nc')).toEqual([['a', 'b'], ['c']])
    expect(readFacts('')).toEqual([])
  })
})
