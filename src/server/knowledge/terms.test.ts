import { describe, expect, it } from 'vitest'
import { indexTermsOf, searchTermsOf } from './terms.ts'

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

  it.each([
    ['Persian on an Arabic keyboard', 'ساعت کاری', 'ساعت كاري'],
    ['Persian with a joiner', 'می\u200cشود', 'ميشود'],
    ['Urdu', 'یہ کیا ہے', 'يه كيا هے'],
    ['Arabic endings', 'مكتبة في المستشفى', 'مكتبه في المستشفي'],
    ['Persian digits', '۹ تا ۱۷', '9 تا 17'],
    ['Arabic digits', '٩', '9'],
    ['Hindi digits', '१५', '15'],
    ['traditional Chinese', '營業時間與訂單', '营业时间与订单'],
    ['Hindi without the dot below', 'फ़ोन ज़रूरी पढ़ाई', 'फोन जरूरी पढाई'],
    ['Hindi composed', '\u095eोन', 'फोन'],
    ['a soft hyphen', 'Park\u00adplatz', 'Parkplatz'],
  ])('are the same for %s', (_case, one, other) => {
    expect(searchTermsOf(one)).toEqual(searchTermsOf(other))
  })

  it.each([
    ['Öffnungszeiten', 'Oeffnungszeiten'],
    ['Parkplätze', 'Parkplaetze'],
    ['Gebühr', 'Gebuehr'],
    ['Müller', 'mueller'],
    ['Straße', 'Strasse'],
    ['ÜBERNACHTUNG', 'Uebernachtung'],
    ['Zo\u0308lle', 'Zoelle'],
  ])('find %s by %s, and the other way round', (dots, letters) => {
    for (const [text, question] of [
      [dots, letters],
      [letters, dots],
      [dots, dots.normalize('NFD').replace(/\u0308/g, '')],
    ])
      expect(indexTermsOf(text!)).toEqual(expect.arrayContaining(searchTermsOf(question!)))
  })

  it('are no more in a question, nor where "ue" is no "ü"', () => {
    expect(searchTermsOf('Oeffnungszeiten')).toHaveLength(1)
    for (const text of ['neue Quelle', 'value', 'queues']) expect(indexTermsOf(text)).toEqual(searchTermsOf(text))
    expect(indexTermsOf('Poesie')).toContain('poesi')
  })
})
