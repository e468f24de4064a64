import { describe, expect, test } from 'vitest'
import { extractFileDocument } from './file-document.ts'

const extract = (text: Uint8Array | string, fileName: string) =>
  extractFileDocument({ bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text, fileName })

describe('text in which something is odd', () => {
  const size = 'Größe: klein – 20 €\n'

  test.each([
    ['a byte of another encoding', Buffer.concat([Buffer.from(size.repeat(4)), Buffer.from([0xfc])])],
    ['half a character at its end', Buffer.from(size.repeat(4)).subarray(0, -2)],
  ])('stays UTF-8 with %s', async (_case, bytes) => {
    const { document } = await extract(new Uint8Array(bytes), 'a.txt')
    expect(document.markdown).toContain(size.trim())
  })

  test('keeps lines and pages apart that end with a vertical tab or a form feed', async () => {
    const { document } = await extract('Price 20\v30 days\fMon 9-17\vTue 9-17', 'a.txt')
    expect(document.markdown).toBe('Price 20\n30 days\nMon 9-17\nTue 9-17')
    const table = 'Name,Price\nLamp\vbig,20\nA,1'
    expect((await extract(table, 'a.csv')).document.markdown).toBe('Name: Lamp big; Price: 20\n\nName: A; Price: 1')
  })

  test('is decoded as a page like the same bytes as text', async () => {
    const page = (text: string) => `<!doctype html><title>Доставка</title><p>${text}</p><script>var a = 1</script>`
    const words = 'Доставка по городу бесплатна, возврат в течение тридцати дней.'
    const cyrillic = Array.from(page(words), (letter) => {
      const code = letter.charCodeAt(0)
      return code < 128 ? code : code - 0x410 + 0xc0
    })
    const utf16 = new Uint8Array(Buffer.from(page('The lamp costs 20 euros and is delivered in a week.'), 'utf16le'))
    expect((await extract(new Uint8Array(cyrillic), 'a.html')).document.markdown).toBe(words)
    expect((await extract(utf16, 'a.html')).document.markdown).toBe(
      'The lamp costs 20 euros and is delivered in a week.',
    )
  })
})
