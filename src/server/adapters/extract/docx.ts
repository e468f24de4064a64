import { type ExtractedDocument, plainDocument } from './document.ts'
import { ExtractError, encrypted, isShortage } from './errors.ts'
import { htmlToMarkdown } from './html-document.ts'
import { oneLine } from './text.ts'
import { prepareParts, type WordPart } from './word-parts.ts'
import { writeZip, type ZipEntry } from './zip.ts'

/** Matches the names of the XML parts of a Word archive, which hold its text; pictures and fonts are not unpacked. */
const NEEDED = /\.(xml|rels)$/i
/** The arrow that mammoth puts behind a footnote or endnote, as a link back to where the note is mentioned. */
const BACK_FROM_NOTE = /\s*<a href="#(?:footnote|endnote)-ref-[^"]*">↑<\/a>/g
const TEXT = /^word\/document\d*\.xml$/i
/** Word reads the other file when it opens the document, and writes its text out when it saves it. */
const HOLDS_ANOTHER =
  'This Word document holds its text as another file inside it. Open it in Word, save it again, and upload it.'
const DAMAGED = 'This Word document is damaged and could not be read. Open it in Word, save it again, and upload it.'

/**
 * Reads a Word document with the library mammoth. To protect mammoth from archive bombs and XML entities, it is given a
 * repacked archive that holds only XML parts of known size without a document type declaration.
 * @throws ExtractError `encrypted`, `broken` or `too_large`
 */
export async function extractDocx(entries: ZipEntry[], fallbackTitle: string): Promise<ExtractedDocument> {
  const needed = new Map(entries.filter(({ name }) => NEEDED.test(name)).map((entry) => [entry.name, entry]))
  if ([...needed.values()].some((entry) => entry.encrypted)) throw encrypted('document')
  const parts = Array.from(needed.values(), (entry) => ({ name: entry.name, bytes: entry.read() }))
  for (const { bytes } of parts) {
    if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('<!')) refuseDeclarations(bytes)
  }
  if (
    parts.some(({ name, bytes }) => TEXT.test(name) && new TextDecoder('latin1').decode(bytes).includes(':altChunk '))
  ) {
    throw new ExtractError('unsupported', HOLDS_ANOTHER)
  }
  const html = await toHtml(parts).catch((error: unknown) => {
    throw isShortage(error) ? error : new ExtractError('broken', DAMAGED, error)
  })
  return plainDocument(titleOf(parts) || fallbackTitle, htmlToMarkdown(html, null))
}

async function toHtml(parts: WordPart[]): Promise<string> {
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(writeZip(prepareParts(parts))) },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  )
  return value.replace(BACK_FROM_NOTE, '')
}

function refuseDeclarations(bytes: Uint8Array): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(new TextDecoder('latin1').decode(bytes))) throw new ExtractError('broken', DAMAGED)
}

function titleOf(parts: { name: string; bytes: Uint8Array }[]): string {
  const core = parts.find(({ name }) => name === 'docProps/core.xml')
  const written = /<dc:title>([^<]*)<\/dc:title>/.exec(new TextDecoder().decode(core?.bytes))?.[1] ?? ''
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return oneLine(written.replace(/&(amp|lt|gt|quot|apos);/g, (_match, name: string) => names[name] ?? ''))
}
