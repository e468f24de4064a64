import fc from 'fast-check'
import { expect, it } from 'vitest'
import { indexTermsOf } from '../terms.ts'
import { createTermIndexer, hashOf } from './term-index.ts'

const WORDS = [
  'refund',
  'Refunds',
  'the',
  'max_connections',
  '42',
  'v2',
  'Straße',
  'don’t',
  'ΟΔΟΣ',
  '返金について',
  'بالبيت',
  'ﬁne',
]
const SEPARATORS = [' ', '\n', ', ', '-', '=', '\u0338', '\u0301', '…', '']

const text = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom(...SEPARATORS), fc.string({ unit: 'grapheme' })))
  .map((parts) => parts.join(''))

it('has exactly the terms of each text, whatever was indexed before', () => {
  const check = fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
    const indexer = createTermIndexer()
    for (const each of texts) {
      const bytes = Buffer.from(`before${each}after`)
      indexer.add(bytes, 'before'.length, bytes.length - 'after'.length)
    }
    const { hashes, chunks } = indexer.finish()
    texts.forEach((each, chunk) => {
      const found = [...hashes].filter((_, at) => chunks[at] === chunk)
      expect(found.toSorted()).toEqual([...new Set(indexTermsOf(each).map(hashOf))].toSorted())
    })
  })
  fc.assert(check, { numRuns: 1000 })
})
