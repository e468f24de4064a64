import type { Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutboundError } from './errors.ts'

export interface BoundedBody {
  bytes: Uint8Array
  truncated: boolean
}

/** What a compressed answer may measure beyond its bound before it counts as cut: headers and blocks of the format. */
const COMPRESSION_OVERHEAD_BYTES = 65_536
/** Nobody compresses a page more than twice on purpose. */
const MAX_ENCODINGS = 2

/**
 * Reads a body up to `maxBytes`, counted after decompression, and lets go of the rest: a small answer that would unpack
 * into gigabytes costs no more than its bound. Throws OutboundError `bad_response` for an encoding nobody asked for.
 */
export async function readBody(body: Readable, contentEncoding: string, maxBytes: number): Promise<BoundedBody> {
  const chunks: Uint8Array[] = []
  let size = 0
  let truncated = false
  let last = body
  body.on('error', () => {}) // an abort after the last chunk was taken has nobody else to listen
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
  } finally {
    body.destroy()
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)), truncated }
}

function decoders(contentEncoding: string) {
  const names = contentEncoding.toLowerCase().split(',')
  const encodings = names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity')
  if (encodings.length > MAX_ENCODINGS) {
    throw new OutboundError('bad_response', 'The answer was compressed more often than makes sense.')
  }
  return encodings.reverse().map((encoding) => {
    // A cut stream still gives what arrived, as browsers do.
    const zlib = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
    const brotli = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }
    if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(zlib)
    if (encoding === 'deflate') return createInflate(zlib)
    if (encoding === 'br') return createBrotliDecompress(brotli)
    throw new OutboundError('bad_response', `The answer was compressed in a way that is not supported (${encoding}).`)
  })
}
