import { describe, expect, it } from 'vitest'
import type { Passage } from '../../knowledge/types.ts'
import { readCitations } from './citations.ts'

const passage = (id: string, content: string): Passage => ({
  id,
  sourceId: `source-${id}`,
  title: `Title ${id}`,
  url: null,
  heading: null,
  content,
  score: 0.54321,
  similarity: 0.5,
  trust: 1,
  whole: 1,
  asked: [],
  coverage: 0.2,
  among: 2,
  headingSimilarity: 0,
  units: [],
})
const passages = [
  passage('a', 'The shop opens at nine. It closes at five.'),
  passage('b', 'Dogs are welcome in the garden.'),
]

describe('readCitations', () => {
  it('leaves out what no database takes: U+0000 and half characters', () => {
    expect(readCitations('Nine\0 o’clock\ud800.', passages).content).toBe('Nine o’clock\ufffd.')
  })

  it('takes markers out and cites the passages they name', () => {
    const { content, citations } = readCitations('We open at nine [[1]]. Bring your dog![[2]]', passages)
    expect(content).toBe('We open at nine. Bring your dog!')
    expect(citations).toEqual([
      { source_id: 'source-a', title: 'Title a', url: null, quote: 'The shop opens at nine.', score: 0.543 },
      { source_id: 'source-b', title: 'Title b', url: null, quote: 'Dogs are welcome in the garden.', score: 0.543 },
    ])
  })

  it('quotes every sentence that the reply repeats', () => {
    const { citations } = readCitations('The shop opens at nine. It closes at five. [[1]]', passages)
    expect(citations[0]?.quote).toBe('The shop opens at nine. It closes at five.')
  })

  it('understands the markers of models that do as they like, and leaves code alone', () => {
    expect(readCitations('Nine. [1][2]', passages)).toMatchObject({ content: 'Nine.', citations: [{}, {}] })
    expect(readCitations('See list[1] and `rows [2]`.', passages)).toMatchObject({
      content: 'See list[1] and `rows [2]`.',
      citations: [],
    })
  })

  it('leaves out markers of passages there never were, unless the material has them', () => {
    const { content, citations } = readCitations(
      'We open at nine [99] [-1]. Dogs too. [[1]] [[12]]【3†source】',
      passages,
    )
    expect([content, citations.length]).toEqual(['We open at nine. Dogs too.', 1])
    const noted = [passage('c', 'The tower is 90 m high [7].')]
    expect(readCitations('The tower is 90 m high [7]. [1]', noted).content).toBe('The tower is 90 m high [7].')
  })

  it('cites what was plainly used though nothing marks it', () => {
    expect(readCitations('Yes, dogs are welcome in our garden.', passages).citations).toMatchObject([
      { title: 'Title b' },
    ])
    expect(readCitations('Hello! How can I help?', passages).citations).toEqual([])
  })

  it.each([
    ['Yes, we ship to Norway within three days.', 'Do you ship to Norway? No, only within the EU.'],
    ['Yes, dogs may sleep in the garden house.', 'May dogs sleep in the garden house?'],
    ['はい、ノルウェーへ発送します。', 'ノルウェーへ発送しますか？いいえ。'],
  ])('does not take %j for what %j says, which only asks', (reply, content) => {
    expect(readCitations(reply, [passage('q', content)]).citations).toEqual([])
  })
})
