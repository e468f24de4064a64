import { Duplex, pipeline, Readable } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type ZlibOptions,
} from 'node:zlib'
import { OutboundError } from './errors.ts'

interface BoundedBody {
  bytes: Uint8Array
  truncated: boolean
}

/** Bytes by which a compressed answer may exceed `maxBytes`, as room for the headers of its format. */
const COMPRESSION_OVERHEAD_BYTES = 65_536
/** Number of content encodings accepted on one answer; more than two are never used in earnest. */
const MAX_ENCODINGS = 2

/**
 * Reads a body up to `maxBytes`, counted after decompression, so that a decompression bomb costs no more than its
 * limit.
 * @param isPartEnough whether a body that breaks off or can't be unpacked is read as far as possible, as truncated
 * @throws OutboundError `bad_response` for more than two content encodings or an unknown one; errors of the stream and
 * of decompression
 */
export async function readBody(
  body: Readable,
  contentEncoding: string,
  maxBytes: number,
  isPartEnough = false,
): Promise<BoundedBody> {
  const chunks: Uint8Array[] = []
  let size = 0
  let truncated = false
  let last = body
  body.on('error', () => {}) // without a listener, an abort after the last chunk would crash the process
  try {
    let received = 0
    const stages = decoders(contentEncoding)
    for (const stage of stages) {
      last.on('error', (error) => stage.destroy(error))
      last = last.pipe(stage)
    }
    if (stages[0]) {
      body.on('data', (chunk: Uint8Array) => {
        received += chunk.byteLength
        if (received <= maxBytes + COMPRESSION_OVERHEAD_BYTES || truncated) return
        truncated = true
        body.unpipe(stages[0])
        stages[0]?.end()
      })
    }
    for await (const chunk of last as AsyncIterable<Uint8Array>) {
      const room = maxBytes - size
      chunks.push(chunk.byteLength > room ? chunk.subarray(0, room) : chunk)
      size += Math.min(chunk.byteLength, room)
      if (chunk.byteLength > room) {
        truncated = true
        break
      }
    }
  } catch (error) {
    if (!isPartEnough) throw error
    truncated = true
  } finally {
    body.destroy()
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)), truncated }
}

/** Content codings in use that are not understood here. No server sends them to a client that has not asked for them. */
const UNKNOWN_CODINGS = new Set(['zstd', 'compress', 'x-compress', 'dcb', 'dcz', 'exi'])

function decoders(contentEncoding: string): Duplex[] {
  const names = contentEncoding.toLowerCase().split(',')
  const encodings = names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity')
  if (encodings.length > MAX_ENCODINGS) {
    throw new OutboundError('bad_response', 'The answer was compressed more often than makes sense.')
  }
  return encodings.reverse().flatMap((encoding) => {
    // With this flag a truncated stream still yields what has arrived, as in browsers.
    const zlib = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
    const brotli = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }
    if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(zlib)
    if (encoding === 'deflate') return createAnyInflate(zlib)
    if (encoding === 'br') return createBrotliDecompress(brotli)
    // A value that names no coding, such as a charset, says nothing of the body: browsers read it as it is.
    if (!UNKNOWN_CODINGS.has(encoding)) return []
    throw new OutboundError('bad_response', `The answer was compressed in a way that is not supported (${encoding}).`)
  })
}

/**
 * Unpacks `deflate`, which is data in the zlib format (RFC 9110, section 8.4.1.2). Some servers send the bare DEFLATE
 * stream without its header, which browsers accept; the first two bytes tell the two apart (RFC 1950, section 2.2).
 */
function createAnyInflate(options: ZlibOptions): Duplex {
  return Duplex.from(async function* (packed: AsyncIterable<Buffer>) {
    const chunks = packed[Symbol.asyncIterator]()
    const first = await chunks.next()
    if (first.done) return
    const all = async function* () {
      yield first.value
      yield* { [Symbol.asyncIterator]: () => chunks }
    }
    const inflate = hasZlibHeader(first.value) ? createInflate(options) : createInflateRaw(options)
    // Its errors reach whoever reads on from `inflate`.
    yield* pipeline(Readable.from(all()), inflate, () => {})
  })
}

const hasZlibHeader = ([method = 0, flags]: Uint8Array): boolean =>
  (method & 0x0f) === 8 && method >> 4 <= 7 && (flags === undefined || (method * 256 + flags) % 31 === 0)
