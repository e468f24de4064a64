import { createInflateRaw } from 'node:zlib'
import { ExtractError } from './errors.ts'

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
