import { fileURLToPath } from 'node:url'
import { type ExtractedDocument, plainDocument } from './document.ts'
import { ExtractError, encrypted, isShortage } from './errors.ts'
import { assertUnpacksWithin } from './pdf-bounds.ts'
import { type FormField, fillIn } from './pdf-forms.ts'
import { linesToMarkdown } from './pdf-layout.ts'
import type { PdfLine, Piece } from './pdf-line.ts'
import { toLetters } from './pdf-right-to-left.ts'
import { withoutSpacing } from './pdf-spacing.ts'
import { type StructureNode, toTaggedLines } from './pdf-tagged.ts'
import { withoutWatermarks } from './pdf-watermarks.ts'
import { oneLine } from './text.ts'
import { MAX_UNPACKED_BYTES } from './word-archive.ts'

/** Matches a character of unknown meaning, as fonts give their own to those of private use areas. */
const UNKNOWN = /[\ufffd\p{Co}]/gu
const MOST_UNKNOWN_SHARE = 0.2
/** Within this share of the letters' height, the same text is drawn again and not written twice. */
const DRAWN_AGAIN_SHARE = 0.15

/**
 * The folder of a data set of pdf.js, which `unpdf` leaves out: character code tables for Chinese, Japanese and Korean,
 * or the metrics of the standard fonts, which PDFs may leave out. pdf.js requires a path that ends in a slash.
 */
const dataFolder = (name: 'cmaps' | 'standard_fonts') =>
  fileURLToPath(new URL(`pdf-data/${name}/`, import.meta.url)).replaceAll('\\', '/')

/**
 * Whether bytes are a PDF: like PDF readers, it looks for the signature in the first kilobyte. If other bytes come
 * before it, there must be an object too, as a text may be about PDFs.
 */
export function isPdf(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = file.subarray(0, 1_024).indexOf('%PDF-')
  return at === 0 || (at > 0 && file.includes(' obj'))
}

/**
 * Extracts the text of all pages without page numbers and running titles, in the order in which each page draws it;
 * recognises headings and paragraphs by size and spacing.
 * @throws ExtractError `too_large`, `encrypted`, `broken` or `unreadable`; an error of which `isShortage` is true
 */
export async function extractPdf(bytes: Uint8Array, fallbackTitle: string): Promise<ExtractedDocument> {
  await assertUnpacksWithin(bytes, MAX_UNPACKED_BYTES)
  const { title, pages } = await readPdf(bytes).catch((error: unknown) => {
    if (isShortage(error)) throw error
    if (error instanceof Error && error.name === 'PasswordException') throw encrypted('PDF')
    throw new ExtractError('broken', 'This PDF is damaged and could not be read.', error)
  })
  assertReadable(pages)
  return plainDocument(title || fallbackTitle, linesToMarkdown(pages))
}

async function readPdf(bytes: Uint8Array): Promise<{ title: string; pages: PdfLine[][] }> {
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf')
  const { OPS } = await getResolvedPDFJS()
  const pdf = await getDocumentProxy(bytes, {
    verbosity: 0,
    isEvalSupported: false,
    useSystemFonts: false,
    maxImageSize: 1, // pictures are never looked at, and would take memory
    cMapUrl: dataFolder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: dataFolder('standard_fonts'),
    disableFontFace: true,
  })
  const pages: Piece[][] = []
  const structures: (StructureNode | null)[] = []
  const forms: FormField[][] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    pages.push(await withoutSpacing(toPieces(items), () => readDrawn(page, OPS.showText)))
    structures.push(await page.getStructTree().catch(() => null))
    forms.push(await page.getAnnotations().catch(() => []))
    page.cleanup()
  }
  return {
    title: await titleOf(pdf),
    pages: withoutWatermarks(pages).map((pieces, at) => fillIn(toTaggedLines(pieces, structures[at]!), forms[at]!)),
  }
}

/** Refuses a PDF with too many unknown characters: an agent would learn nothing, and its owner not know why. */
function assertReadable(pages: PdfLine[][]): void {
  let characters = 0
  let unknown = 0
  for (const { text } of pages.flat()) {
    characters += text.replace(/\s/g, '').length
    unknown += text.match(UNKNOWN)?.length ?? 0
  }
  if (unknown <= MOST_UNKNOWN_SHARE * characters) return
  throw new ExtractError(
    'unreadable',
    'Much of the text of this PDF can only be looked at: its fonts do not say which letters they draw. ' +
      'Save it as a PDF again from where it was made, or run text recognition (OCR) on it.',
  )
}

async function titleOf(pdf: { getMetadata(): Promise<{ info: object }> }): Promise<string> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const title = 'Title' in info && typeof info.Title === 'string' ? oneLine(info.Title) : ''
  // Office programs write titles that begin so into files to which their author gave none.
  return /^(untitled|microsoft word|document\d*|powerpoint)/i.test(title) ? '' : title.slice(0, 300)
}

interface Drawing {
  getOperatorList(): Promise<{ fnArray: number[]; argsArray: unknown[] }>
}

/** All text that a page draws, in its order and with the spaces that it draws. */
async function readDrawn(page: Drawing, showText: number): Promise<string> {
  const { fnArray, argsArray } = await page.getOperatorList()
  return argsArray
    .filter((_, at) => fnArray[at] === showText)
    .flatMap((args) => (Array.isArray(args) && Array.isArray(args[0]) ? args[0] : []))
    .map((glyph: unknown) => (typeof glyph === 'object' && glyph && 'unicode' in glyph ? String(glyph.unicode) : ''))
    .join('')
}

interface TextItem {
  str: string
  height: number
  width: number
  transform: number[]
  fontName: string
}

interface MarkItem {
  type: string
  id?: string
}

function toPieces(items: (TextItem | MarkItem)[]): Piece[] {
  const pieces: Piece[] = []
  const open: (string | undefined)[] = []
  for (const item of items) {
    if ('str' in item) {
      const mark = open.findLast((mark) => mark !== undefined)
      if (item.str !== '' && !isDrawnAgain(item, pieces)) pieces.push(toPiece(item, mark))
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push(item.id ?? undefined) // pdf.js gives null for stretches without a name
  }
  return pieces
}

/** Whether a text was drawn just before at nearly the same place, which makes its letters look bold. */
function isDrawnAgain({ str, transform, height }: TextItem, pieces: readonly Piece[]): boolean {
  const [, , , , x = 0, y = 0] = transform
  const before = pieces.at(-1)
  if (!before || before.text !== str || str.trim() === '' || before.angle !== 0) return false
  return Math.hypot(x - before.x, y - before.y) < DRAWN_AGAIN_SHARE * height
}

function toPiece({ str, height, width, transform, fontName }: TextItem, mark: string | undefined): Piece {
  const [a = 1, b = 0, , , drawnX = 0, drawnY = 0] = transform
  const angle = (Math.atan2(b, a) * 180) / Math.PI
  const [x, y] = upright(drawnX, drawnY, angle)
  // A control character is a glyph of a font without a character table. Dropping it would turn "version 12" into
  // "version".
  const text = toLetters(str.replace(/[^\P{Cc}\s]/gu, '\ufffd'))
  return { text, x, y, width, size: height, font: fontName, angle, mark }
}

/** Where a piece stands if its page is turned so that text at such an angle is upright. */
function upright(x: number, y: number, angle: number): [number, number] {
  const turns = (Math.round(angle / 90) + 4) % 4
  if (turns === 1) return [y, -x]
  if (turns === 2) return [-x, -y]
  return turns === 3 ? [-y, x] : [x, y]
}
