import { type ExtractedDocument, plainDocument } from './document.ts'
import { ExtractError } from './errors.ts'
import { linesToMarkdown, type PdfLine } from './pdf-layout.ts'
import { oneLine } from './text.ts'

/** Enough to run text together where the file sets letters or words one by one. */
const SAME_LINE_SHARE = 0.5

/** Whether bytes are a PDF: readers accept its mark within the first kilobyte. */
export const isPdf = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, 1_024)).includes('%PDF-')

/** Reads the text of every page, top to bottom, and finds headings and paragraphs by size and spacing. */
export async function extractPdf(bytes: Uint8Array, fallbackTitle: string): Promise<ExtractedDocument> {
  const { getDocumentProxy } = await import('unpdf')
  try {
    const pdf = await getDocumentProxy(bytes, { verbosity: 0, isEvalSupported: false, useSystemFonts: false })
    const pages: PdfLine[][] = []
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      pages.push(toLines(items.filter((item) => 'str' in item)))
      page.cleanup()
    }
    return plainDocument((await titleOf(pdf)) || fallbackTitle, linesToMarkdown(pages))
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new ExtractError('encrypted', 'This PDF is protected by a password. Remove it and upload the file again.')
    }
    throw new ExtractError('broken', 'This PDF is damaged and could not be read.', error)
  }
}

async function titleOf(pdf: { getMetadata(): Promise<{ info: object }> }): Promise<string> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const title = 'Title' in info && typeof info.Title === 'string' ? oneLine(info.Title) : ''
  // What word processors write there when nobody gave a title.
  return /^(untitled|microsoft word|document\d*|powerpoint)/i.test(title) ? '' : title.slice(0, 300)
}

interface Piece {
  str: string
  hasEOL: boolean
  height: number
  width: number
  transform: number[]
}

function toLines(pieces: Piece[]): PdfLine[] {
  const lines: PdfLine[] = []
  let line: PdfLine | null = null
  for (const piece of pieces) {
    const [x = 0, y = 0] = piece.transform.slice(4)
    if (line && piece.str !== '' && Math.abs(line.y - y) > SAME_LINE_SHARE * Math.max(line.size, piece.height))
      line = null
    if (!line && piece.str.trim() !== '') {
      line = { text: '', x, y, right: x, size: piece.height }
      lines.push(line)
    }
    if (line) {
      line.text += piece.str
      if (piece.str.trim() !== '') {
        line.right = Math.max(line.right, x + piece.width)
        line.size = Math.max(line.size, piece.height)
      }
    }
    if (piece.hasEOL) line = null
  }
  return lines.map((found) => ({ ...found, text: oneLine(found.text) })).filter((found) => found.text !== '')
}
