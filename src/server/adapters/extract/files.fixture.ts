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

export interface Drawn {
  text: string
  x: number
  y: number
  size?: number
  font?: 'F1' | 'F2'
  /** Points added after each letter. */
  spacing?: number
  /** Degrees by which the text is turned. */
  angle?: number
  /** What follows on the line, raised by so many points. */
  then?: { text: string; size: number; rise: number }[]
}

/**
 * A PDF whose pages draw texts where they say and in the order given: F1 is Helvetica, F2 is bold. Of each text, the
 * characters of `alphabet` are written as the codes from 161 on, which its fonts map to them. `objects` are added.
 */
export function drawPdf(
  pages: Drawn[][],
  { alphabet = '', annotations = [], objects = [] }: DrawOptions = {},
): Uint8Array {
  const codes = Array.from(alphabet, (letter, at) => ({ letter, code: 161 + at }))
  const hexOf = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
  const map = codes.map(({ letter, code }) => `<${code.toString(16)}><${hexOf(letter)}>`).join('\n')
  const ascii = Array.from(
    { length: 95 },
    (_, at) => `<${(32 + at).toString(16)}><${(32 + at).toString(16).padStart(4, '0')}>`,
  )
  const toUnicode = `/CIDInit/ProcSet findresource begin begincmap 1 begincodespacerange<00><ff>endcodespacerange
${codes.length + 95} beginbfchar\n${ascii.join('\n')}\n${map}\nendbfchar endcmap end`
  const encode = (text: string) =>
    Buffer.from(
      Array.from(text, (letter) => codes.find((found) => found.letter === letter)?.code ?? letter.charCodeAt(0)),
    ).toString('hex')
  const follow = ({ text, size, rise }: { text: string; size: number; rise: number }) =>
    `/F1 ${size} Tf ${rise} Ts <${encode(text)}> Tj`
  const draw = ({ text, x, y, size = 11, font = 'F1', spacing = 0, angle = 0, then = [] }: Drawn) => {
    const turn = (angle * Math.PI) / 180
    const [cos, sin] = [Math.cos(turn).toFixed(4), Math.sin(turn).toFixed(4)]
    return `BT /${font} ${size} Tf ${spacing} Tc ${cos} ${sin} -${sin} ${cos} ${x} ${y} Tm <${encode(text)}> Tj ${then.map(follow).join(' ')} ET`
  }
  const kids = pages.map((_page, at) => `${20 + at * 2} 0 R`).join(' ')
  const font = (number: number, name: string) =>
    `${number} 0 obj<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding${alphabet && '/ToUnicode 7 0 R'}>>endobj`
  const parts = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]>>>>endobj',
    `2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>endobj`,
    font(5, 'Helvetica'),
    font(6, 'Helvetica-Bold'),
    `7 0 obj<</Length ${toUnicode.length}>>stream\n${toUnicode}\nendstream endobj`,
    ...pages.flatMap((page, at) => {
      const content = page.map(draw).join('\n')
      const number = 20 + at * 2
      return [
        `${number} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[${annotations.join(' ')}]/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>/Contents ${number + 1} 0 R>>endobj`,
        `${number + 1} 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
      ]
    }),
    ...objects,
  ]
  return bytesOf(['%PDF-1.4', ...parts, 'trailer<</Root 1 0 R>>', '%%EOF'].join('\n'))
}

interface DrawOptions {
  alphabet?: string
  /** Dictionaries of what lies on each page, such as the fields of a form. */
  annotations?: string[]
  objects?: string[]
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
