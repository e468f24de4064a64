import { describe, expect, test } from 'vitest'
import { makeCjkPdf, makePage } from './files.fixture.ts'
import { extractPdf } from './pdf.ts'

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
const markdown = async (bytes: Uint8Array) => (await extractPdf(bytes, 'file')).markdown

describe('PDFs whose fonts are named, not contained', () => {
  test.each([
    ['UniJIS-UCS2-H', 'Japan1', utf16('ABC あいうえお 123'), 'ABC あいうえお 123'],
    ['90ms-RKSJ-H', 'Japan1', '4142432082a082a282a482a682a820313233', 'ABC あいうえお 123'],
    ['EUC-H', 'Japan1', '41424320a4a2a4a4a4a6a4a8a4aa20313233', 'ABC あいうえお 123'],
    ['H', 'Japan1', '242224242426', 'あいう'],
    ['UniGB-UCS2-H', 'GB1', utf16('ABC 营业时间 123'), 'ABC 营业时间 123'],
    ['UniCNS-UCS2-H', 'CNS1', utf16('ABC 營業時間 123'), 'ABC 營業時間 123'],
    ['UniKS-UCS2-H', 'Korea1', utf16('ABC 영업시간 123'), 'ABC 영업시간 123'],
  ])('are read in %s', async (encoding, ordering, codes, text) => {
    expect(await markdown(makeCjkPdf(codes, { encoding, ordering }))).toBe(text)
  })
})

test('pieces of a line that are drawn from right to left keep apart', async () => {
  const drawn = 'BT /F1 12 Tf 250 700 Td (20 EUR) Tj ET BT /F1 12 Tf 50 700 Td (Lamp) Tj ET'
  expect(await markdown(makePage(drawn, '', []))).toMatch(/^20 EUR Lamp$/)
})

describe('PDFs with characters that nobody knows', () => {
  /**
   * A font whose codes 129 and 130 draw glyphs with non-standard names, so that nobody can tell which characters they
   * are.
   */
  const font =
    '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Other/FirstChar 32/LastChar 130/FontDescriptor 7 0 R' +
    '/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[129/first.variant/second.variant]>>>>endobj\n' +
    '7 0 obj<</Type/FontDescriptor/FontName/Other/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900' +
    '/Descent -200/CapHeight 700/StemV 80>>endobj'
  const page = (text: string) => makePage(`BT /F1 20 Tf 50 700 Td (${text}) Tj ET`, '', [font])

  test('show where one is missing', async () => {
    expect(await markdown(page('See figure \\201 of version \\202 on the next page.'))).toBe(
      'See figure \ufffd of version \ufffd on the next page.',
    )
  })

  test('are refused with what to do when it is many', async () => {
    await expect(markdown(page('Open \\201\\202\\201\\202\\202\\201\\202\\201 hours'))).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringMatching(/fonts do not say which letters they draw.*OCR/),
    })
  })
})
