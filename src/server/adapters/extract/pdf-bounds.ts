import { createInflateRaw } from 'node:zlib'
import { ExtractError } from './errors.ts'
import { mostCommon, type Piece } from './pdf-line.ts'

/** Watermarks are at least this many times as tall as the text of the page. */
const TALL_RATIO = 1.5
/** Text turned by at least so many degrees against the edges of the page runs across its text. */
const ASLANT_DEGREES = 10
/** An upright text is a watermark if it stands at the same place of so many pages, and of this share of all. */
const PAGES = { least: 3, share: 0.6 }
/** Fewest places of a page, or pages, at which small text that runs across stands. */
const REPEATED = 3

/** Drops watermarks, such as a large "CONFIDENTIAL", which would read as headings or run into a line of the text. */
export function withoutWatermarks(pages: Piece[][]): Piece[][] {
  const bodySize = mostCommon(
    pages.flat(),
    ({ size }) => size,
    ({ text }) => text.trim().length,
  )
  const placed = countPages(pages, placeOf)
  const aslant = new Map<string, number>()
  for (const { text } of pages.flat().filter(isAslant)) aslant.set(text, (aslant.get(text) ?? 0) + 1)
  const isWatermark = (piece: Piece): boolean => {
    if (piece.text.trim() === '') return false
    const isTall = piece.size >= TALL_RATIO * bodySize
    if (isAslant(piece)) return isTall || (aslant.get(piece.text) ?? 0) >= REPEATED
    return isTall && (placed.get(placeOf(piece)) ?? 0) >= Math.max(PAGES.least, pages.length * PAGES.share)
  }
  const kept = pages.map((page) => page.filter((piece) => !isWatermark(piece)))
  return kept.some((page) => page.some(({ text }) => text.trim() !== '')) ? kept : pages
}

const placeOf = ({ text, x, y, size }: Piece): string =>
  [text, Math.round(x / 2), Math.round(y / 2), Math.round(size)].join('\n')

function isAslant({ angle }: Piece): boolean {
  const off = Math.abs(angle) % 90
  return Math.min(off, 90 - off) >= ASLANT_DEGREES
}

/** On how many pages each piece stands, by what is the same of it on all of them. */
function countPages(pages: Piece[][], nameOf: (piece: Piece) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const page of pages) {
    for (const name of new Set(page.map(nameOf))) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

const KEYWORD = 'stream'
/** PDF streams may be compressed several times over; no program nests as many layers as this. */
const MAX_LAYERS = 8
const CHUNK_BYTES = 65_536
const DEFLATE = 8
/** Number of leading characters by which compressed data written as hexadecimal or base 85 text is recognised. */
const START_CHARACTERS = 24

/**
 * Refuses a PDF whose streams together unpack to more than `most` bytes, before pdf.js unpacks them into memory. It
 * searches the bytes for streams, since the lengths and filters a PDF declares may be wrong. Only deflate is measured;
 * the memory limit of the worker thread covers other encodings.
 * @throws ExtractError `too_large`
 */
export async function assertUnpacksWithin(bytes: Uint8Array, most: number): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left = most
  let start = 0
  for (let at = file.indexOf(KEYWORD); at >= 0; at = file.indexOf(KEYWORD, at + KEYWORD.length)) {
    // The word `stream` begins no stream within `endstream`, nor if it follows another one in the same line.
    if (at < start || file.toString('latin1', Math.max(0, at - 3), at) === 'end') continue
    start = nextLine(file, at)
    left -= await unpackedSize(fromText(file.subarray(start)), left)
    if (left < 0) {
      const sentence = `This PDF unpacks to more than ${most / 1_000_000} MB. Split it, or save it with smaller pictures.`
      throw new ExtractError('too_large', sentence)
    }
  }
}

function nextLine(file: Buffer, offset: number): number {
  let end = offset
  while (end < file.length && file[end] !== 0x0a && file[end] !== 0x0d) end++
  return file[end] === 0x0d && file[end + 1] === 0x0a ? end + 2 : end + 1
}

/** Bytes that data unpacks to over all its layers; 0 if deflate has not compressed it. Stops beyond `most`. */
async function unpackedSize(data: Buffer, most: number, layer = 1): Promise<number> {
  if (!isDeflated(data) || layer > MAX_LAYERS) return 0
  const pieces: Buffer[] = []
  let size = 0
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES })
  inflate.end(data.subarray(2))
  try {
    for await (const piece of inflate) {
      size += piece.length
      if (size > most) return size
      if (isDeflated(pieces[0] ?? piece)) pieces.push(piece)
    }
  } catch {
    // pdf.js uses what was unpacked before the damage, so those bytes count.
  }
  return pieces.length === 0 ? size : size + (await unpackedSize(Buffer.concat(pieces), most - size, layer + 1))
}

/** Whether data begins with a zlib header, judged by the fields that pdf.js checks (not by window size or checksum). */
const isDeflated = (data: Buffer): boolean =>
  data.length > 2 && (data[0]! & 0x0f) === DEFLATE && data.readUInt16BE(0) % 31 === 0

/** Decodes compressed data that is written as hexadecimal or base 85 text; returns other data unchanged. */
function fromText(data: Buffer): Buffer {
  const start = data.toString('latin1', 0, START_CHARACTERS)
  const decode = [decodeHex, decodeBase85].find((decode) => isDeflated(decode(start)))
  if (!decode) return data
  const end = data.indexOf('endstream')
  return decode(data.toString('latin1', 0, end < 0 ? data.length : end))
}

const decodeHex = (text: string): Buffer => Buffer.from(text.replace(/\s+/g, ''), 'hex')

/** Decodes base 85: five characters are four bytes, `z` four zeros, `~` the end. Drops an incomplete last group. */
function decodeBase85(text: string): Buffer {
  const groups = text.replace(/~.*$|\s+/gs, '').match(/z|[!-u]{5}/g) ?? []
  const output = Buffer.alloc(groups.length * 4)
  for (const [index, group] of groups.entries()) {
    const value = group === 'z' ? 0 : [...group].reduce((sum, character) => sum * 85 + character.charCodeAt(0) - 33, 0)
    output.writeUInt32BE(value % 2 ** 32, index * 4)
  }
  return output
}
