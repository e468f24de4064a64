import { describe, expect, it } from 'vitest'
import { excerptOf, marksOf, termsOf, wordsOf } from './words.ts'

const plain = (text: string) => wordsOf(text).map(({ word }) => word)
const marked = (text: string, query: string) =>
  marksOf(wordsOf(text), termsOf(query)).map(([start, end]) => text.slice(start, end))

describe('the words of a text', () => {
  it.each([
    ['Crème BRÛLÉE, Straße und Ｗｉｄｔｈ!', 'creme brulee strasse und width'],
    ['The refunds of max_connections', 'the refunds of max_connections'],
    ['ada@example.com', 'ada example com'],
    ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
    ['İstanbul', 'istanbul'],
    ['東京タワー', '東 京 タ ワ ー'],
    ['ｶﾞﾗｽ', 'ガ ラ ス'],
    ['iPhoneを買う', 'iphone を 買 う'],
    ['한국어 질문', '한국어 질문'],
    ['…  —', ''],
  ])('%s', (text, words) => expect(plain(text).join(' ')).toBe(words))

  it('know where they stand', () => {
    const text = 'Ｃａｆｅ́ 東京 👋 ok'
    expect(wordsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Ｃａｆｅ́', '東', '京', 'ok'])
  })
})

describe('the terms of a query', () => {
  it.each([
    ['two wor', [['two'], ['wor*']]],
    ['"two words" more', [['two', 'words'], ['more*']]],
    ['more “two words”', [['more'], ['two', 'words']]],
    ['not "closed', [['not'], ['closed*']]],
    [
      '東京 タワー',
      [
        ['東', '京'],
        ['タ', 'ワ', 'ー'],
      ],
    ],
    ['iPhoneを買う', [['iphone'], ['を', '買', 'う']]],
    ['" ', []],
  ])('%s', (query, expected) => {
    const shown = termsOf(query).map(({ words, isPrefix }) =>
      words.map((word, index) => (isPrefix && index === words.length - 1 ? `${word}*` : word)),
    )
    expect(shown).toEqual(expected)
  })
})

describe('marks', () => {
  it('stand on words in any order, unfinished ones and phrases', () => {
    expect(marked('My bicycle is broken: the bicycles', 'broken bicy')).toEqual(['bicycle', 'broken', 'bicycles'])
    expect(marked('a whole new phrase, a new whole', '"new phrase"')).toEqual(['new phrase'])
    expect(marked('私は東京タワーに行きました', '京タ')).toEqual(['京タ'])
    expect(marked('ฉันต้องการน้ำเย็น', 'น้ำ')).toEqual(['น้ำ'])
  })

  it('stand in an excerpt that begins at a word', () => {
    const { excerpt, marks } = excerptOf(
      `${'filling '.repeat(50)}needle ${'more '.repeat(90)}needle`,
      termsOf('needle'),
    )
    expect(excerpt).toMatch(/^filling .*needle/)
    expect(excerpt).toHaveLength(200)
    expect(marks.map(([start, end]) => excerpt.slice(start, end))).toEqual(['needle'])
  })
})
