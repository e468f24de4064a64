import type { Chunk } from './types.ts'
import type { RecordHead, Slice } from './worker/messages.ts'

/** Packs chunks into buffers to transfer to another thread. Embeddings of an unusual length become zeros. */
export function packChunks(chunks: readonly Chunk[]): Slice {
  const dimensions = commonDimensions(chunks)
  const ends = new Uint32Array(chunks.length)
  const vectors = new Float32Array(chunks.length * dimensions)
  const runs: Slice['runs'] = []
  const records: Buffer[] = []
  let end = 0
  chunks.forEach(({ embedding, sourceId, heading, content, ...rest }, index) => {
    const run = runs.at(-1)
    if (run?.sourceId === sourceId) run.count += 1
    else runs.push({ sourceId, count: 1 })
    const head: RecordHead = { ...rest, headingLength: heading === null ? null : heading.length }
    const text = heading === null ? content : `${heading}\n${content}`
    const record = Buffer.from(`${JSON.stringify(head)}\n${text}`)
    records.push(record)
    end += record.byteLength
    ends[index] = end
    const vector = toVector(embedding)
    if (vector.length === dimensions) vectors.set(vector, index * dimensions)
  })
  const packed = new Uint8Array(end)
  records.reduce((at, record) => {
    packed.set(record, at)
    return at + record.byteLength
  }, 0)
  return { runs, records: packed, ends, vectors }
}

/** Gives an embedding as the bytes that the database stores (little-endian float32). */
export function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** Reads an embedding from stored bytes: a view of them, or of a copy if they don't begin at a multiple of four. */
export function toVector(bytes: Uint8Array | Float32Array): Float32Array {
  if (bytes instanceof Float32Array) return bytes
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes) // `slice` of a Buffer does not copy
  return new Float32Array(aligned.buffer, aligned.byteOffset, Math.floor(aligned.byteLength / 4))
}

/** The dimensions that most chunks have; they differ while sources are trained again for another model. */
function commonDimensions(chunks: readonly Chunk[]): number {
  const counts = new Map<number, number>()
  for (const { embedding } of chunks) {
    const dimensions = embedding instanceof Float32Array ? embedding.length : embedding.byteLength / 4
    counts.set(dimensions, (counts.get(dimensions) ?? 0) + 1)
  }
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0]
}
