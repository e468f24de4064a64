import { writeZip } from './zip.ts'

/** Test data: PDF and Word files written by hand, as small as their formats allow. */

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A PDF whose pages consist of lines of text with a font size in points. */
export function makePdf(pages: { text: string; size: number }[][], options: { encrypted?: boolean } = {}): Uint8Array {
  const kids = pages.map((_page, index) => `${10 + index * 2} 0 R`).join(' ')
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    `2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>endobj`,
    '3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>endobj',
    '4 0 obj<</Title(Price list 2030)>>endobj',
    ...pages.flatMap((lines, index) => {
      let y = 800
      const drawn = lines.map(({ text, size }) => {
        y -= size * 1.2
        return `BT /F1 ${size} Tf 50 ${y.toFixed(1)} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`
      })
      const content = drawn.join('\n')
      const number = 10 + index * 2
      return [
        `${number} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${number + 1} 0 R>>endobj`,
        `${number + 1} 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
      ]
    }),
  ]
  const hex = '00'.repeat(32)
  const encryption = `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${hex}>/U<${hex}>>>`
  const trailer = `trailer<</Root 1 0 R/Info 4 0 R${options.encrypted ? encryption : ''}>>`
  return bytesOf(['%PDF-1.4', ...objects, trailer, '%%EOF'].join('\n'))
}

/**
 * A PDF of one page. `entries` are the stream's dictionary entries, which say how `content` is encoded, and `fonts` the
 * font's objects.
 */
export function makePage(content: Uint8Array | string, entries = '', fonts: string[] = []): Uint8Array {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  const before = [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>endobj',
    ...fonts,
    `4 0 obj<</Length ${bytes.byteLength}${entries}>>stream\n`,
  ].join('\n')
  const after = '\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
  return new Uint8Array(Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]))
}

/**
 * A PDF with one line of character codes in a font that is not embedded, so that a reader must know its encoding by
 * name.
 */
export const makeCjkPdf = (codes: string, { encoding, ordering }: { encoding: string; ordering: string }): Uint8Array =>
  makePage(`BT /F1 20 Tf 50 700 Td <${codes}> Tj ET`, '', [
    `5 0 obj<</Type/Font/Subtype/Type0/BaseFont/Other/Encoding/${encoding}/DescendantFonts[6 0 R]>>endobj`,
    '6 0 obj<</Type/Font/Subtype/CIDFontType0/BaseFont/Other/DW 1000/FontDescriptor 7 0 R' +
      `/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>>>endobj`,
    '7 0 obj<</Type/FontDescriptor/FontName/Other/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900' +
      '/Descent -200/CapHeight 700/StemV 80>>endobj',
  ])

const CONTENT_TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml"
ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`

const RELATIONSHIPS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Target="word/document.xml"
Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>`

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/**
 * A Word document with the given XML as its body. `more` adds files to the archive, `before` text ahead of the document
 * element.
 */
export const makeDocx = (body: string, more: { name: string; bytes: Uint8Array }[] = [], before = ''): Uint8Array =>
  writeZip([
    { name: '[Content_Types].xml', bytes: bytesOf(CONTENT_TYPES) },
    { name: '_rels/.rels', bytes: bytesOf(RELATIONSHIPS) },
    {
      name: 'word/document.xml',
      bytes: bytesOf(`${before}<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`),
    },
    ...more,
  ])

export const paragraph = (text: string, style = ''): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`
