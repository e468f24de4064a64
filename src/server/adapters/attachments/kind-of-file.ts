import { decodeHtml, isText } from '../extract/charset.ts'
import { MAX_UNPACKED_BYTES } from '../extract/word-archive.ts'
import { readZip } from '../extract/zip.ts'
import { endingOf, isRiskyName } from './risky-names.ts'
import { kindBySignature } from './signatures.ts'

export interface FileKind {
  /** Its media type by its content; `application/octet-stream` where that says nothing. */
  type: string
  /** Whether opening it may do harm, so that people are asked before. */
  isRisky: boolean
}

const LOCAL_HEADER_BYTES = 30
const OPEN_DOCUMENT =
  /^mimetype(application\/(?:vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation|graphics|formula|chart)|epub\+zip))/
const SAMPLE_BYTES = 65_536
/** What makes a browser take a text for a page, wherever it stands among the first words. */
const PAGE =
  /<(!doctype\s+html|html|head|body|script|iframe|frameset|object|embed|meta\s|style|form|a\s|img\s|table\b)/i
const VECTOR = /<svg[\s>]/i
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
/** Where macros are in old documents: the names of folders, in UTF-16. */
const MACROS = ['_VBA_PROJECT', 'Macros', 'VBA'].map((name) => Buffer.from(`${name}\0`, 'utf16le'))
/** Files of which each is a program for some system, in an archive. */
const IN_PROGRAMS = /^(META-INF\/MANIFEST\.MF|AndroidManifest\.xml|Payload\/[^/]+\.app\/.*)$/

const texts: Record<string, string> = {
  csv: 'text/csv',
  eml: 'message/rfc822',
  ics: 'text/calendar',
  json: 'application/json',
  md: 'text/markdown',
  vcf: 'text/vcard',
  xml: 'application/xml',
}
const oldDocuments: Record<string, string> = {
  doc: 'application/msword',
  dot: 'application/msword',
  msg: 'application/vnd.ms-outlook',
  pps: 'application/vnd.ms-powerpoint',
  ppt: 'application/vnd.ms-powerpoint',
  xls: 'application/vnd.ms-excel',
}
const OFFICE = 'application/vnd.openxmlformats-officedocument'
const newDocuments: readonly [RegExp, string][] = [
  [/^word\//, `${OFFICE}.wordprocessingml.document`],
  [/^xl\//, `${OFFICE}.spreadsheetml.sheet`],
  [/^ppt\//, `${OFFICE}.presentationml.presentation`],
]

/**
 * What an attached file is, whatever whoever sent it says. Its content decides the type; its name alone can make it
 * risky too, as systems open files by their names.
 */
export function kindOfFile(name: string, bytes: Uint8Array): FileKind {
  const { type, isRisky } = kindOfContent(name, bytes)
  return { type, isRisky: isRisky || isRiskyName(name) }
}

function kindOfContent(name: string, bytes: Uint8Array): FileKind {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const known = kindBySignature(whole)
  if (known) return known
  if (whole.subarray(0, OLD_OFFICE.length).equals(OLD_OFFICE))
    return {
      type: oldDocuments[endingOf(name)] ?? 'application/x-ole-storage',
      isRisky: MACROS.some((macros) => whole.includes(macros)),
    }
  if (whole.toString('latin1', 0, 4) === 'PK\x03\x04') return kindOfArchive(whole)
  const start = whole.subarray(0, SAMPLE_BYTES)
  if (bytes.length === 0 || !isText(start)) return { type: 'application/octet-stream', isRisky: false }
  return kindOfText(name, decodeHtml(start, null))
}

function kindOfText(name: string, text: string): FileKind {
  const isMarkup = /^[\s\ufeff]*</.test(text)
  const isXml = /^[\s\ufeff]*<\?xml\b/.test(text)
  if (isMarkup && VECTOR.test(text) && !/<html/i.test(text)) return { type: 'image/svg+xml', isRisky: true }
  if (isXml ? /<(\w+:)?html\b/i.test(text) : isMarkup && PAGE.test(text)) return { type: 'text/html', isRisky: true }
  if (text.startsWith('BEGIN:VCALENDAR')) return { type: 'text/calendar', isRisky: false }
  return { type: texts[endingOf(name)] ?? (isXml ? 'application/xml' : 'text/plain'), isRisky: false }
}

function kindOfArchive(bytes: Buffer): FileKind {
  const names = namesIn(bytes)
  if (!names) return { type: 'application/zip', isRisky: true }
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  const office = has(/^\[Content_Types\]\.xml$/) && newDocuments.find(([folder]) => has(folder))
  if (office) return { type: office[1], isRisky: has(/vbaProject\.bin$/i) }
  // An OpenDocument says first, uncompressed, what it is.
  const open = OPEN_DOCUMENT.exec(bytes.toString('latin1', LOCAL_HEADER_BYTES, LOCAL_HEADER_BYTES + 120))?.[1]
  if (open) return { type: open, isRisky: has(/^(Basic|Scripts)\//) }
  return { type: 'application/zip', isRisky: names.some(isRiskyName) || has(IN_PROGRAMS) }
}

/** The names of the files in an archive; undefined if they can't be read, in which case anything may be in it. */
function namesIn(bytes: Buffer): string[] | undefined {
  try {
    return readZip(bytes, MAX_UNPACKED_BYTES).map(({ name }) => name)
  } catch {
    return undefined
  }
}
