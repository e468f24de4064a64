import type { Chunk } from '../types.ts'
import type { Slice } from './messages.ts'
import { createTermIndexer, type TermIndex } from './term-index.ts'

export type ChunkRecord = Omit<Chunk, 'embedding'>

/** Consecutive chunks of one source with all that ranking needs but their vectors. It never changes. */
export type Segment = {
  sourceId: string
  count: number
  terms: TermIndex
  bytes: number
  record(chunk: number): ChunkRecord
}

const OVERHEAD_BYTES = 1_500 // roughly what the objects and buffers of a segment take besides their content

const decoder = new TextDecoder()

/** Cuts a slice of chunks into a segment for each source, with their vectors. */
export function segmentsOf(slice: Slice): { segment: Segment; vectors: Float32Array }[] {
  const { records, ends, vectors } = slice
  const count = ends.length
  const dimensions = count === 0 ? 0 : vectors.length / count
  const startOf = (chunk: number) => (chunk === 0 ? 0 : ends[chunk - 1]!)
  const read = (chunk: number) =>
    JSON.parse(decoder.decode(records.subarray(startOf(chunk), ends[chunk]))) as ChunkRecord
  const cut: { segment: Segment; vectors: Float32Array }[] = []
  let first = 0
  let sourceId = ''
  let terms = createTermIndexer()
  const finish = (end: number) => {
    if (end === first) return
    const own = {
      // These are copies, because a view would keep the whole slice in memory for as long as one of its sources.
      records: records.slice(startOf(first), startOf(end)),
      ends: ends.slice(first, end).map((at) => at - startOf(first)),
    }
    const segment = createSegment(sourceId, own, terms.finish())
    cut.push({ segment, vectors: vectors.subarray(first * dimensions, end * dimensions) })
  }
  for (let chunk = 0; chunk < count; chunk += 1) {
    const { sourceId: next, heading, content } = read(chunk)
    if (next !== sourceId) {
      finish(chunk)
      first = chunk
      sourceId = next
      terms = createTermIndexer()
    }
    terms.add(heading ? `${heading}\n${content}` : content)
  }
  finish(count)
  return cut
}

function createSegment(
  sourceId: string,
  { records, ends }: Pick<Slice, 'records' | 'ends'>,
  terms: TermIndex,
): Segment {
  return {
    sourceId,
    count: ends.length,
    terms,
    bytes:
      records.byteLength +
      ends.byteLength +
      terms.hashes.byteLength +
      terms.chunks.byteLength +
      terms.starts.byteLength +
      OVERHEAD_BYTES,
    record: (chunk) =>
      JSON.parse(decoder.decode(records.subarray(chunk === 0 ? 0 : ends[chunk - 1], ends[chunk]))) as ChunkRecord,
  }
}
