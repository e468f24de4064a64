import { createInflateRaw } from 'node:zlib'
import { ExtractError } from './errors.ts'

const KEYWORD = 'stream'
/** Streams may be packed several times over, but no program packs as often. */
const MAX_LAYERS = 8
const CHUNK_BYTES = 65_536
const DEFLATE = 8
/** Enough of a stream to see whether it is packed data written as text. */
const START_CHARACTERS = 24

/**
 * Refuses a PDF whose streams unpack to more than `most` bytes, before pdf.js unpacks them whole into memory. Goes by the
 * bytes alone: what a PDF says of a stream's length and filters need not be true, and what is packed into a stream of
 * objects holds no streams. Other ways of packing than deflate are left to the bounds of the thread.
 */
export async function assertUnpacksWithin(bytes: Uint8Array, most: number): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left = most
  let start = 0
  for (let at = file.indexOf(KEYWORD); at >= 0; at = file.indexOf(KEYWORD, at + KEYWORD.length)) {
    // Keywords in one line begin one stream.
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

/** How many bytes come out of data that is packed, all layers together; stops when there are more than `most`. */
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
    // Damaged data: readers keep what came out before.
  }
  return pieces.length === 0 ? size : size + (await unpackedSize(Buffer.concat(pieces), most - size, layer + 1))
}

/** Whether data begins as zlib does. Its window size and checksum don't count: pdf.js looks at neither. */
const isDeflated = (data: Buffer): boolean =>
  data.length > 2 && (data[0]! & 0x0f) === DEFLATE && data.readUInt16BE(0) % 31 === 0

/** Packed data that is written as hexadecimal digits or in base 85; anything else as it is. */
function fromText(data: Buffer): Buffer {
  const start = data.toString('latin1', 0, START_CHARACTERS)
  const decode = [decodeHex, decodeBase85].find((decode) => isDeflated(decode(start)))
  if (!decode) return data
  const end = data.indexOf('endstream')
  return decode(data.toString('latin1', 0, end < 0 ? data.length : end))
}

const decodeHex = (text: string): Buffer => Buffer.from(text.replace(/\s+/g, ''), 'hex')

/** Five characters stand for four bytes, `z` for four zeros, and `~` ends it. */
function decodeBase85(text: string): Buffer {
  const groups = text.replace(/~.*$|\s+/gs, '').match(/z|[!-u]{5}/g) ?? []
  const output = Buffer.alloc(groups.length * 4)
  for (const [index, group] of groups.entries()) {
    const value = group === 'z' ? 0 : [...group].reduce((sum, character) => sum * 85 + character.charCodeAt(0) - 33, 0)
    output.writeUInt32BE(value % 2 ** 32, index * 4)
  }
  return output
}
