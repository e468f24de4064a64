import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'
import { termsOf } from './terms.ts'
import { unitsOf } from './units.ts'

const texts = (content: string) => unitsOf({ content }).map(({ text }) => text)

describe('unitsOf', () => {
  it('splits sentences, but not at abbreviations', () => {
    expect(texts('Use a port, e.g. 8080. Ask Dr. Who? It costs 4.90 euros.')).toEqual([
      'Use a port, e.g. 8080.',
      'Ask Dr. Who?',
      'It costs 4.90 euros.',
    ])
  })

  it('joins lines that an editor wrapped and keeps those that were meant', () => {
    expect(texts('This line was wrapped by an editor because it was too\nlong for it. Done.')).toHaveLength(2)
    expect(texts('Monday: 9 to 5\nTuesday: closed')).toEqual(['Monday: 9 to 5', 'Tuesday: closed'])
  })

  it('reads table rows with the names of their columns', () => {
    expect(texts('| Plan | Price | Users |\n|---|---|---|\n| Solo | 9 | 1 |\n| Team | 29 | |')).toEqual([
      'Solo: Price 9; Users 1',
      'Team: Price 29',
    ])
  })

  it('tells list items, code and their blocks apart', () => {
    expect(
      unitsOf({ content: 'You need:\n\n- a **bike**\n- a lock\n  - with key\n\n```\nride()\n```', fromHtml: true }),
    ).toEqual([
      { kind: 'sentence', text: 'You need:', block: 0 },
      { kind: 'item', text: 'a bike', block: 1 },
      { kind: 'item', text: 'a lock', block: 1 },
      { kind: 'item', text: 'with key', block: 1 },
      { kind: 'code', text: 'ride()', block: 2 },
    ])
  })
})

describe('plainText', () => {
  it.each([
    ['**Bold**, **15*20** and `code_like_this`', 'Bold, 15*20 and code_like_this'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['the [manual](https://example.com/a) says', 'the manual says'],
    ['sign up [here](https://example.com/sign-up)', 'sign up here (https://example.com/sign-up)'],
    ['a [page](https://example.com/A_(b)) away', 'a page away'],
    ['*.log, __init__, List<T>, &lt; and \\!', '*.log, __init__, List<T>, &lt; and \\!'],
    ['``a`b``, x**2 and **kwargs, **options', 'a`b, x**2 and **kwargs, **options'],
  ])('reads %j as it was on the page', (markdown, text) => {
    expect(plainText(markdown)).toBe(text)
  })
})

describe('termsOf', () => {
  it('lets forms of a word meet', () => {
    for (const words of [
      'refund refunds refunded refunding',
      'price prices pricing',
      'policy policies',
      'Café cafe CAFÉ',
    ])
      expect(new Set(termsOf(words)).size, words).toBe(1)
  })

  it('leaves out words that every question has', () => {
    expect(termsOf('What is the price of it?')).toEqual(termsOf('price'))
  })

  it('finds identifiers whole and by their parts, and scripts without spaces', () => {
    expect(termsOf('max_connections')).toEqual(['max_connections', 'max', 'connection'])
    expect(termsOf('退货政策')).toEqual(['退货', '货政', '政策'])
  })

  it('cuts text in ASCII into the same words alone as beside other characters', () => {
    const text = fc.string({ unit: 'binary-ascii', maxLength: 200 })
    const property = fc.property(text, (ascii) => {
      expect([...termsOf(ascii), 'eau']).toEqual(termsOf(`${ascii} éau`))
    })
    fc.assert(property)
  })
})
