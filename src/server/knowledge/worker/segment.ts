import type { ChunkRecord } from '../types.ts'
import type { RecordHead, Slice } from './messages.ts'
import { createTermIndexer, type TermIndex } from './term-index.ts'

/** Consecutive chunks of one source with all that ranking needs. A segment never changes. */
export type Segment = {
  sourceId: string
  count: number
  terms: TermIndex
  /** The chunks' embeddings end to end. */
  vectors: Float32Array
  bytes: number
  record(chunk: number): ChunkRecord
}

const OVERHEAD_BYTES = 1_500 // roughly what the objects and buffers of a segment take besides their content
const LINE_END = 10

/** Cuts a slice of chunks into a segment for each source. */
export function segmentsOf({ runs, records, ends, vectors }: Slice): Segment[] {
  const dimensions = ends.length === 0 ? 0 : vectors.length / ends.length
  let first = 0
  return runs.map(({ sourceId, count }) => {
    const end = first + count
    const start = first === 0 ? 0 : ends[first - 1]!
    // Copies, because a view would keep the whole slice in memory for as long as one of its sources is needed.
    const own = records.slice(start, ends[end - 1])
    const ownEnds = ends.slice(first, end).map((at) => at - start)
    const ownVectors = vectors.slice(first * dimensions, end * dimensions)
    first = end
    return createSegment(sourceId, own, ownEnds, ownVectors)
  })
}

function createSegment(
  sourceId: string,
  records: Uint8Array<ArrayBuffer>,
  ends: Uint32Array,
  vectors: Float32Array,
): Segment {
  const bytes = Buffer.from(records.buffer)
  const startOf = (chunk: number) => (chunk === 0 ? 0 : ends[chunk - 1]!)
  const indexer = createTermIndexer()
  for (let chunk = 0; chunk < ends.length; chunk += 1)
    indexer.add(bytes, bytes.indexOf(LINE_END, startOf(chunk)) + 1, ends[chunk]!)
  const terms = indexer.finish()
  return {
    sourceId,
    count: ends.length,
    terms,
    vectors,
    bytes:
      vectors.byteLength +
      records.byteLength +
      ends.byteLength +
      terms.hashes.byteLength +
      terms.chunks.byteLength +
      terms.starts.byteLength +
      OVERHEAD_BYTES,
    record(chunk) {
      const record = bytes.toString('utf8', startOf(chunk), ends[chunk])
      const textAt = record.indexOf('\n') + 1
      const { headingLength, ...rest } = JSON.parse(record.slice(0, textAt)) as RecordHead
      const contentAt = headingLength === null ? textAt : textAt + headingLength + 1
      const heading = headingLength === null ? null : record.slice(textAt, contentAt - 1)
      return { ...rest, sourceId, heading, content: record.slice(contentAt) }
    },
  }
}
