import { describe, expect, it } from 'vitest'
import { isCells, parseCells, readPairs, writeCells } from './spreadsheet.ts'

describe('readPairs', () => {
  it('reads copied cells and leaves out the heading and empty rows', () => {
    const text = 'Question\tAnswer\r\nWhen do you open?\tAt nine.\r\n\t\r\nWhere are you?\tIn Bern.\r\n'
    expect(readPairs(text)).toEqual({
      pairs: [
        { question: 'When do you open?', answer: 'At nine.' },
        { question: 'Where are you?', answer: 'In Bern.' },
      ],
      incomplete: [],
    })
  })

  it('keeps line breaks, tabs and quotes inside a quoted cell', () => {
    const text = 'How?\t"First\nthen ""second""\tthird"\n'
    expect(readPairs(text).pairs).toEqual([{ question: 'How?', answer: 'First\nthen "second"\tthird' }])
  })

  it('reads CSV with commas, and with the semicolons of other locales', () => {
    expect(readPairs('A?,"Yes, always"\nB?,No').pairs).toEqual([
      { question: 'A?', answer: 'Yes, always' },
      { question: 'B?', answer: 'No' },
    ])
    expect(readPairs('A?;Ja, immer\nB?;Nein').pairs).toEqual([
      { question: 'A?', answer: 'Ja, immer' },
      { question: 'B?', answer: 'Nein' },
    ])
  })

  it('counts rows that miss one of the two, and ignores further columns', () => {
    expect(readPairs('A?\tYes\tnote\nB?\t\n\tNo')).toEqual({
      pairs: [{ question: 'A?', answer: 'Yes' }],
      incomplete: [
        ['B?', ''],
        ['', 'No'],
      ],
    })
  })

  it('reads again what was written', () => {
    const rows = [['5" pipe?', 'First\nthen\ta tab'], ['B?', ''], ['Alone?']]
    expect(readPairs(writeCells(rows))).toEqual({
      pairs: [{ question: '5" pipe?', answer: 'First\nthen\ta tab' }],
      incomplete: [['B?', ''], ['Alone?']],
    })
  })

  it('reads a thousand rows at once', () => {
    const text = Array.from({ length: 1_000 }, (_, index) => `Question ${index}?\tAnswer ${index}`).join('\n')
    expect(readPairs(text).pairs).toHaveLength(1_000)
  })
})

describe('parseCells', () => {
  it('takes a quote that nothing ends for a character', () => {
    expect(parseCells('"Hi" she said\tyes', '\t')).toEqual([['"Hi" she said', 'yes']])
    expect(parseCells('5" pipe\tyes', '\t')).toEqual([['5" pipe', 'yes']])
  })
})

describe('isCells', () => {
  it('tells cells from prose', () => {
    expect(isCells('A?\tYes')).toBe(true)
    expect(isCells('Yes, we do.\nFrom nine, on weekdays.')).toBe(false)
  })
})
