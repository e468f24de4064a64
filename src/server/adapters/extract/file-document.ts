import { limits } from '#contract/limits.ts'
import { decodeText } from './charset.ts'
import { csvToMarkdown, isCsv } from './csv-table.ts'
import { type ExtractedFile, type FileKind, plainDocument } from './document.ts'
import { extractDocx } from './docx.ts'
import { ExtractError, encrypted } from './errors.ts'
import { extractHtmlDocument } from './html-document.ts'
import { readMarkdownFile } from './markdown-file.ts'
import { isMime } from './mime.ts'
import { extractPdf, isPdf } from './pdf.ts'
import { hasWords, oneLine, tidyMarkdown } from './text.ts'
import { assertTextWithin } from './text-limit.ts'
import { isDocx, MAX_UNPACKED_BYTES } from './word-archive.ts'
import { readZip } from './zip.ts'

const SUPPORTED = 'Upload a PDF, Word (.docx), text, Markdown, CSV or HTML file.'
const EMPTY: Record<FileKind, string> = {
  pdf: 'This PDF has no readable text. If it was scanned, run text recognition (OCR) on it first.',
  docx: 'This Word document has no text.',
  txt: 'This file has no text.',
  md: 'This file has no text.',
  csv: 'This table has no text.',
  html: 'This page has no readable text.',
}

/**
 * Extracts the text of an uploaded file of at most 20 MB. Its kind is recognised by the content; the name only tells
 * Markdown, tables, parts of HTML pages and plain text apart, and is the title if the file has none.
 * @throws ExtractError
 */
export async function extractFileDocument(file: { bytes: Uint8Array; fileName: string }): Promise<ExtractedFile> {
  if (file.bytes.byteLength > limits.fileBytes) {
    throw new ExtractError('too_large', 'This file is larger than 20 MB.')
  }
  const result = await read(file.bytes, file.fileName)
  assertTextWithin(result.document.markdown.length)
  if (!hasWords(result.document.markdown)) throw new ExtractError('empty', EMPTY[result.kind])
  return result
}

async function read(bytes: Uint8Array, fileName: string): Promise<ExtractedFile> {
  const name = oneLine(fileName.replace(/^.*[\\/]/, ''))
  const title = name.replace(/\.[a-z0-9]{1,5}$/i, '') || name
  if (bytes.byteLength === 0) throw new ExtractError('empty', 'This file is empty.')
  if (isPdf(bytes)) return { kind: 'pdf', document: await extractPdf(bytes, title) }
  if (startsWith(bytes, [0x50, 0x4b, 3, 4])) {
    const entries = readZip(bytes, MAX_UNPACKED_BYTES)
    if (!isDocx(entries)) throw new ExtractError('unsupported', `This is not a Word document. ${SUPPORTED}`)
    return { kind: 'docx', document: await extractDocx(entries, title) }
  }
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) refuseOldOffice(bytes)
  const text = startsWith(bytes, [0x7b, 0x5c, 0x72, 0x74, 0x66]) ? null : decodeText(bytes)
  if (text === null) throw new ExtractError('unsupported', `This kind of file can't be read. ${SUPPORTED}`)
  return readText(bytes, text, name, title)
}

async function readText(bytes: Uint8Array, text: string, name: string, title: string): Promise<ExtractedFile> {
  if (isHtml(text, name)) return readHtml(bytes, title)
  refuseData(text)
  if (isMime(text, name)) {
    // Loaded for such files alone, as its libraries take memory.
    const { readMail } = await import('../mail/read/read-mail.ts')
    const start = bytes.findIndex((byte) => byte > 32)
    const mail = await readMail(bytes.subarray(start))
    const subject = oneLine(mail.subject).slice(0, 300) || title
    if (mail.html !== null) return readHtml(mail.html, subject)
    return { kind: 'txt', document: plainDocument(subject, tidyMarkdown(mail.text ?? '')) }
  }
  if (/\.(csv|tsv)$/i.test(name) && isCsv(text)) {
    return { kind: 'csv', document: plainDocument(title, tidyMarkdown(csvToMarkdown(text.replace(/\r\n?/g, '\n')))) }
  }
  if (/\.(md|markdown|mdown|mkd|mdx|qmd|rmd)$/i.test(name)) {
    const file = readMarkdownFile(text)
    return { kind: 'md', document: plainDocument(file.title || title, file.markdown) }
  }
  return { kind: 'txt', document: plainDocument(title, tidyMarkdown(text)) }
}

function readHtml(html: Uint8Array | string, title: string): ExtractedFile {
  const page = extractHtmlDocument(html, { url: null, contentType: null, keepsFacts: true })
  return { kind: 'html', document: { ...page, title: page.title || title } }
}

/** Refuses text that a program wrote for programs: an agent would quote it with all its tags or codes. */
function refuseData(text: string): void {
  const start = text.slice(0, 2_000).replace(BEFORE_ROOT, '')
  const what =
    text.trimStart().startsWith('<?xml') || /^<(svg|rss|feed|rdf:RDF|urlset|Workbook|opml)[\s>]/.test(start)
      ? 'an XML file, such as a feed, a drawing or a table of an old format, and not a page'
      : /^BEGIN:VCALENDAR/i.test(start)
        ? 'a calendar'
        : /^BEGIN:VCARD/i.test(start)
          ? 'a contact card'
          : undefined
  if (what) throw new ExtractError('unsupported', `This is ${what}. ${SUPPORTED}`)
}

const BEFORE_ROOT = /^\ufeff?(?:\s|<\?[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE\s+(?!html)[^>]*>)*/i

function isHtml(text: string, name: string): boolean {
  const start = text.slice(0, 2_000).replace(BEFORE_ROOT, '')
  if (/^<(!doctype\s+html|html[\s>]|head[\s>]|body[\s>])/i.test(start)) return true
  return /\.x?html?$/i.test(name) && /<[a-z][a-z0-9]*[\s>/]/i.test(text.slice(0, 20_000))
}

/** Refuses Office files in the container that both the formats before 2007 and password-protected newer ones use. */
function refuseOldOffice(bytes: Uint8Array): never {
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  )
  if (isEncrypted) throw encrypted('document')
  throw new ExtractError('unsupported', 'This is a document in an old Office format. Save it as .docx or PDF first.')
}

const startsWith = (bytes: Uint8Array, signature: number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)
