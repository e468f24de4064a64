import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { ExtractError } from './errors.ts'
import { extractFileDocument } from './file-document.ts'
import { makeDocx, makePdf, paragraph } from './files.fixture.ts'
import { writeZip } from './zip.ts'

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding))
const extract = (bytes: Uint8Array | string, fileName: string) =>
  extractFileDocument({ bytes: typeof bytes === 'string' ? bytesOf(bytes) : bytes, fileName })

describe('PDF', () => {
  test('is read with its headings and paragraphs, whatever its name says', async () => {
    const bytes = makePdf([
      [
        { text: 'Prices (all)', size: 24 },
        { text: 'A lamp costs 20 euros and is deliv-', size: 11 },
        { text: 'ered within two working days of ord', size: 11 },
      ],
      [{ text: 'A chair costs 95 euros.', size: 11 }],
    ])
    const { kind, document } = await extract(bytes, 'notes.txt')
    expect(kind).toBe('pdf')
    expect(document).toMatchObject({ title: 'Price list 2030', links: [] })
    expect(document.markdown).toBe(
      '# Prices (all)\n\nA lamp costs 20 euros and is delivered within two working days of ord\n\nA chair costs 95 euros.',
    )
  })

  test('loses page numbers and running titles', async () => {
    const page = (number: number) => [
      { text: 'Lamp manual', size: 11 },
      { text: `Fact number ${number} is here.`, size: 11 },
      { text: `Page ${number} of 4`, size: 11 },
    ]
    const { document } = await extract(makePdf([1, 2, 3, 4].map(page)), 'a.pdf')
    expect(document.markdown).toBe([1, 2, 3, 4].map((number) => `Fact number ${number} is here.`).join('\n\n'))
  })

  test('keeps what only looks like a running title: numbers that do not grow with the pages', async () => {
    const room = (number: number, price: number) => [
      { text: `Room ${number}`, size: 11 },
      { text: 'Balcony and view of the lake.', size: 11 },
      { text: `From ${price} euros a night`, size: 11 },
    ]
    const prices = [89, 99, 79, 69]
    const rooms = await extract(makePdf(prices.map((price, index) => room(101 + index, price))), 'a.pdf')
    for (const [index, price] of prices.entries())
      expect(rooms.document.markdown).toMatch(new RegExp(`Room ${101 + index}\\n[^]*From ${price} euros a night`))
    const year = (number: number) =>
      [2021 + number, 'We opened a house.'].map((text) => ({ text: `${text}`, size: 11 }))
    const years = await extract(makePdf([1, 2, 3].map(year)), 'a.pdf')
    for (const number of [2022, 2023, 2024]) expect(years.document.markdown).toContain(`${number}`)
    const day = (number: number) => [`Day ${number}`, 'A walk.'].map((text) => ({ text, size: 11 }))
    expect((await extract(makePdf([1, 2, 3].map(day)), 'a.pdf')).document.markdown).toContain('Day 2')
    const opened = (number: number) =>
      [`${number}.12.2026`, 'Soup.', `${number}:00 - 18:00`].map((text) => ({ text, size: 11 }))
    const days = (await extract(makePdf([3, 4, 5].map(opened)), 'a.pdf')).document.markdown
    for (const kept of ['3.12.2026', '4.12.2026', '4:00 - 18:00']) expect(days).toContain(kept)
    const footed = (number: number) =>
      [`Fact ${number * number}.`, `AGB: Seite ${number} von 3`].map((text) => ({ text, size: 11 }))
    expect((await extract(makePdf([1, 2, 3].map(footed)), 'a.pdf')).document.markdown).not.toContain('Seite')
    const titled = (number: number) =>
      [`Fact ${number * number}.`, `House rules of the hotel – ${number + 6}`].map((text) => ({ text, size: 11 }))
    expect((await extract(makePdf([1, 2, 3].map(titled)), 'a.pdf')).document.markdown).toBe(
      'Fact 1.\n\nFact 4.\n\nFact 9.',
    )
  })

  test('is no text that only speaks of one', async () => {
    const { kind, document } = await extract('# Formats\n\nA file begins with %PDF-1.7 or so.', 'about.md')
    expect([kind, document.markdown]).toEqual(['md', '# Formats\n\nA file begins with %PDF-1.7 or so.'])
  })

  test.each([
    ['encrypted', makePdf([[{ text: 'Secret', size: 11 }]], { encrypted: true }), 'encrypted'],
    ['without text', makePdf([[]]), 'empty'],
    ['damaged', bytesOf('%PDF-1.7 and then nothing of the kind'), 'broken'],
    [
      'in a loop',
      bytesOf('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]>>endobj trailer<</Root 1 0 R>>'),
      'empty',
    ],
  ])('%s is refused with a reason', async (_case, bytes, code) => {
    await expect(extract(bytes, 'a.pdf')).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/^This PDF .+\.$/),
    })
  })
})

describe('Word', () => {
  test('is read with its headings, tables and links', async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
    const body = `${paragraph('Returns', 'Heading1')}${paragraph('Within 30 days &amp; free.')}
      <w:tbl><w:tr>${cell('Plan')}${cell('Price')}</w:tr><w:tr>${cell('Pro')}${cell('20 €')}</w:tr></w:tbl>`
    const core = bytesOf('<cp:coreProperties><dc:title>Terms &amp; conditions</dc:title></cp:coreProperties>')
    const { kind, document } = await extract(makeDocx(body, [{ name: 'docProps/core.xml', bytes: core }]), 'x.zip')
    expect(kind).toBe('docx')
    expect(document.title).toBe('Terms & conditions')
    expect(document.markdown).toBe(
      '# Returns\n\nWithin 30 days & free.\n\n| Plan | Price |\n| --- | --- |\n| Pro | 20 € |',
    )
  })

  test('pictures and parts with names that lead elsewhere are left where they are', async () => {
    const more = [
      { name: '../../../../tmp/escaped.xml', bytes: bytesOf('<x/>') },
      { name: '/etc/passwd.xml', bytes: bytesOf('<x/>') },
      { name: 'word/media/image1.png', bytes: bytesOf('not a picture') },
    ]
    const { document } = await extract(makeDocx(paragraph('Safe'), more), 'a.docx')
    expect(document).toMatchObject({ title: 'a', markdown: 'Safe' })
  })

  test.each([
    ['an outside entity', '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;'],
    ['entities that multiply', '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>', '&b;'],
  ])('with %s is refused', async (_case, before, text) => {
    await expect(extract(makeDocx(paragraph(text), [], before), 'a.docx')).rejects.toMatchObject({ code: 'broken' })
  })

  test('that nests without end is refused', async () => {
    const depth = 30_000
    const body = `${'<w:sdt><w:sdtContent>'.repeat(depth)}${'</w:sdtContent></w:sdt>'.repeat(depth)}`
    await expect(extract(makeDocx(body), 'a.docx')).rejects.toMatchObject({ code: 'broken' })
  })

  test('without text is said to be so', async () => {
    await expect(extract(makeDocx(paragraph('')), 'a.docx')).rejects.toMatchObject({ code: 'empty' })
  })
})

describe('archives', () => {
  /** A Word file with one deflated part that unpacks to `unpacked` bytes but declares `declared`. */
  function bomb(name: string, unpacked: number, declared: number): Uint8Array {
    const data = deflateRawSync(Buffer.alloc(unpacked, 32))
    const zip = makeDocx('', [{ name, bytes: new Uint8Array(data) }])
    const bytes = Buffer.from(zip)
    const local = bytes.indexOf(Buffer.from(name)) - 30
    const listed = bytes.lastIndexOf(Buffer.from(name)) - 46
    bytes.writeUInt16LE(8, local + 8)
    bytes.writeUInt16LE(8, listed + 10)
    bytes.writeUInt32LE(declared, listed + 24)
    return new Uint8Array(bytes)
  }

  test('that say they unpack to more than 200 MB are refused unopened', async () => {
    await expect(extract(bomb('word/x.xml', 1_000_000, 200_000_001), 'a.docx')).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  test('that say less than they hold are cut off at what they said', async () => {
    await expect(extract(bomb('word/x.xml', 100_000_000, 1_000), 'a.docx')).rejects.toMatchObject({ code: 'too_large' })
  })

  test('that are damaged, locked or something else are refused', async () => {
    const whole = makeDocx(paragraph('Text'))
    await expect(extract(whole.slice(0, -30), 'a.docx')).rejects.toMatchObject({ code: 'broken' })
    const overlapping = Buffer.from(whole)
    overlapping.writeUInt32LE(0x7fffffff, overlapping.lastIndexOf(Buffer.from('PK\x01\x02')) + 20)
    await expect(extract(new Uint8Array(overlapping), 'a.docx')).rejects.toMatchObject({ code: 'too_large' })
    const locked = Buffer.from(whole)
    locked.writeUInt16LE(1, locked.lastIndexOf(Buffer.from('PK\x01\x02')) + 8)
    await expect(extract(new Uint8Array(locked), 'a.docx')).rejects.toMatchObject({ code: 'encrypted' })
    const sheet = writeZip([{ name: 'xl/workbook.xml', bytes: bytesOf('<x/>') }])
    await expect(extract(sheet, 'a.docx')).rejects.toMatchObject({ code: 'unsupported' })
  })
})

describe('text files', () => {
  test('are read as they are, in whatever encoding', async () => {
    const text = 'Öffnungszeiten:\r\n\r\n\r\nMo–Fr 9–18 Uhr'
    const clean = 'Öffnungszeiten:\n\nMo–Fr 9–18 Uhr'
    const utf16 = Buffer.from(text, 'utf16le')
    for (const bytes of [
      bytesOf(text),
      bytesOf(`\ufeff${text}`),
      new Uint8Array(utf16),
      new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])),
      new Uint8Array(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()])),
    ]) {
      const { kind, document } = await extract(bytes, 'C:\\fakepath\\Hours.TXT')
      expect({ kind, ...document }).toMatchObject({ kind: 'txt', title: 'Hours', markdown: clean })
    }
    const latin = await extract(bytesOf('Gr\u00fc\u00dfe', 'latin1'), 'a.txt')
    expect(latin.document.markdown).toBe('Grüße')
  })

  test('Markdown keeps its marks and gives its title', async () => {
    const { kind, document } = await extract('Intro\n\n# Our *prices*\n\n- 20 €', 'a.md')
    expect({ kind, title: document.title }).toEqual({ kind: 'md', title: 'Our *prices*' })
    expect(document.markdown).toBe('Intro\n\n# Our *prices*\n\n- 20 €')
  })

  test('a web page is a web page under any name', async () => {
    const page = '<!-- saved -->\n<!DOCTYPE html><title>Help</title><h1>Help</h1><p>Ask <b>us</b>.'
    expect(await extract(page, 'a.txt')).toMatchObject({
      kind: 'html',
      document: { title: 'Help', markdown: '# Help\n\nAsk **us**.' },
    })
    expect(await extract('<p>Piece', 'piece.htm')).toMatchObject({ kind: 'html', document: { title: 'piece' } })
    expect(await extract('<p>Not a page in itself', 'a.md')).toMatchObject({ kind: 'md' })
  })

  test('every row of a table names its columns', async () => {
    const csv = 'Product;Price;Note\r\n"Lamp; big";20 €;"says ""hi""\nthere"\r\nChair;95 €;\r\n'
    const { kind, document } = await extract(csv, 'a.csv')
    expect(kind).toBe('csv')
    expect(document.markdown).toBe(
      'Product: Lamp; big; Price: 20 €; Note: says "hi" there\n\nProduct: Chair; Price: 95 €',
    )
    expect((await extract('a\tb\n1\t2', 'a.tsv')).document.markdown).toBe('a: 1; b: 2')
    const going = 'Product,Note\n"Premium" plan with support,costs 10\n"A, B" or C,"20 "\n'
    expect((await extract(going, 'a.csv')).document.markdown).toBe(
      'Product: Premium plan with support; Note: costs 10\n\nProduct: A, B or C; Note: 20',
    )
    expect((await extract('1,2\n3,4', 'a.csv')).document.markdown).toBe('1; 2\n\n3; 4')
    const spaced = 'Name, Note, Price\nLamp, "big, red", 20'
    expect((await extract(spaced, 'a.csv')).document.markdown).toBe('Name: Lamp; Note: big, red; Price: 20')
    const inches = 'Name, Size, Price\nTV, "27 inch, 20\nTV2, 30, 40'
    expect((await extract(inches, 'a.csv')).document.markdown).toBe(
      'Name: TV; Size: "27 inch; Price: 20\n\nName: TV2; Size: 30; Price: 40',
    )
    const declared = 'sep=;\r\nName;Price\r\nLamp, big;20'
    expect((await extract(declared, 'a.csv')).document.markdown).toBe('Name: Lamp, big; Price: 20')
    const wide = Array.from({ length: 2_000 }, (_, at) => `c${at}`)
    expect((await extract(`${wide.join(',')}\n${wide.join(',')}`, 'a.csv')).document.markdown).toBe(
      wide.map((name) => `${name}: ${name}`).join('; '),
    )
    expect((await extract('Just a sentence, really.\nNo table here\nat all', 'a.csv')).kind).toBe('txt')
  })

  test('a table of more columns than a spreadsheet can have is refused', async () => {
    const refusal = await extract(`a,b\n1,2\n${',1'.repeat(16_384)}`, 'a.csv').catch((error: ExtractError) => error)
    expect(refusal).toMatchObject({
      code: 'too_large',
      message: 'This table has more than 16,384 columns. Split it into smaller ones.',
    })
  })
})

describe('a file whose text is many times as long as itself', () => {
  const header = `${'Name '.repeat(1_000)},Price\n`
  test.each([
    ['a table that repeats its header', `${header}${'1,2\n'.repeat(5_000)}`, 'a.csv'],
    ['a character that is stored as three', '\u{1d160}'.repeat(3_600_000), 'a.txt'],
  ])('is refused: %s', async (_case, text, name) => {
    const refusal = await extract(text, name).catch(({ code, message }: ExtractError) => ({ code, message }))
    expect('code' in refusal && refusal).toEqual({
      code: 'too_large',
      message: 'This has more than 20 million characters of text. Split it into smaller parts.',
    })
  })
})

describe('what is not one of these', () => {
  const office = (text: string) =>
    new Uint8Array(Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), Buffer.from(text, 'utf16le')]))
  test.each([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), 'unsupported'],
    ['a program', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]), 'unsupported'],
    ['random bytes', new Uint8Array(Array.from({ length: 4_096 }, (_, index) => (index * 7919) % 251)), 'unsupported'],
    ['rich text', bytesOf('{\\rtf1 hello}'), 'unsupported'],
    ['an old Word document', office('WordDocument'), 'unsupported'],
    ['a Word document with a password', office('EncryptedPackage'), 'encrypted'],
    ['an empty file', new Uint8Array(), 'empty'],
    ['blanks', bytesOf(' \n\t — \n'), 'empty'],
    ['more than 20 MB', new Uint8Array(limits.fileBytes + 1).fill(65), 'too_large'],
  ])('%s is refused with a sentence', async (_case, bytes, code) => {
    const error = await extract(bytes, 'a.docx').catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ExtractError)
    expect(error).toMatchObject({ code, message: expect.stringMatching(/^This .+\.$/) })
  })
})
