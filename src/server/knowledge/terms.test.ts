import { describe, expect, it } from 'vitest'
import { searchTermsOf } from './terms.ts'

describe('terms for searching', () => {
  it.each([
    ['English', 'deliveries', 'delivery'],
    ['German', 'Öffnungszeiten', 'offnungszeit'],
    ['Spanish', 'devolución', 'devoluciones'],
    ['Turkish', 'kargolarınız', 'kargoları'],
    ['Greek', 'επιστροφές', 'ΕΠΙΣΤΡΟΦΗ'],
    ['Russian', 'доставка', 'доставки'],
    ['Arabic', 'المكتبة', 'مكتبتنا'],
    ['Arabic with vowel signs', 'مَكْتَبَة', 'مكتبة'],
    ['Chinese', '送货时间', '什么时间'],
    ['Thai', 'ราคาจัดส่ง', 'ค่าจัดส่ง'],
    ['Hindi', 'किताबें', 'किताबें'],
  ])('meet for forms of a word in %s', (_language, one, other) => {
    const terms = new Set(searchTermsOf(one))
    expect(searchTermsOf(other).some((term) => terms.has(term))).toBe(true)
  })

  it('are none of Arabic’s article, which begins most nouns, also behind a preposition', () => {
    const terms = new Set(searchTermsOf('الكتاب'))
    expect(searchTermsOf('القطار').filter((term) => terms.has(term))).toEqual([])
    for (const form of ['بالكتاب', 'والكتاب', 'للكتاب']) expect(searchTermsOf(form)).toEqual([...terms])
    expect(searchTermsOf('الو')).toEqual(['الو']) // so little is no word with an article
  })

  it('keep identifiers and numbers whole', () => {
    expect(searchTermsOf('item750')).not.toEqual(searchTermsOf('item77'))
    expect(searchTermsOf('max_connections')).toContain('max_connections')
  })
})
