import type { Chunk } from '../types.ts'
import { createVectors, type Vectors } from './dot-products.ts'
import type { Slice } from './messages.ts'
import { buildTermIndex, type TermIndex, type WeighedTerm } from './term-index.ts'
import { createUnitCache, type UnitCache, unitCacheBytes } from './unit-cache.ts'

export type ChunkRecord = Omit<Chunk, 'embedding'>

/** One agent's chunks, ready to be ranked. */
export type AgentIndex = {
  version: number | string
  count: number
  vectors: Vectors
  terms: TermIndex
  bytes: number
  units: UnitCache
  record(chunk: number): ChunkRecord
}

const LEXICAL_WEIGHT = 0.2 // measured best of all on four question sets, ahead of BM25 and of reciprocal rank fusion

/**
 * Takes an agent's chunks slice by slice. `finish` is called when `count` chunks have come, with what is known of them
 * from an older version.
 */
export function buildAgentIndex(version: number | string, count: number) {
  const terms = buildTermIndex()
  const decoder = new TextDecoder()
  const slices: { first: number; slice: Slice }[] = []
  let vectors = createVectors(0, 0)
  let dimensions = 0
  let added = 0

  const read = ({ records, ends }: Slice, at: number): ChunkRecord =>
    JSON.parse(decoder.decode(records.subarray(at === 0 ? 0 : ends[at - 1], ends[at])))

  return {
    get complete() {
      return added === count
    },
    add(slice: Slice) {
      const size = slice.ends.length
      if (added === 0) {
        dimensions = slice.vectors.length / size
        vectors = createVectors(count, dimensions)
      }
      vectors.put(added, slice.vectors)
      for (let at = 0; at < size; at += 1) {
        const { heading, content } = read(slice, at)
        terms.add(heading ? `${heading}\n${content}` : content)
      }
      slices.push({ first: added, slice: { ...slice, vectors: new Float32Array(0) } })
      added += size
    },
    finish(units: UnitCache = createUnitCache()): AgentIndex {
      const index = terms.finish()
      const text = slices.reduce((sum, { slice }) => sum + slice.records.byteLength + slice.ends.byteLength, 0)
      return {
        version,
        count,
        vectors,
        terms: index,
        bytes: vectors.bytes + index.bytes + text + unitCacheBytes(count, dimensions),
        units,
        record(chunk) {
          const held = slices.findLast(({ first }) => first <= chunk)
          if (!held) throw new RangeError(`There is no chunk ${chunk}.`)
          return read(held.slice, chunk - held.first)
        },
      }
    },
  }
}

export type AgentIndexBuilder = ReturnType<typeof buildAgentIndex>

export type Ranked = { chunk: number; score: number; similarity: number; coverage: number }

/**
 * The best chunks, exactly: cosine + 0.2 × the idf share of the question's terms that a chunk contains.
 * A question embedded by another model than the chunks is ranked by its terms alone.
 */
export function rank(
  index: AgentIndex,
  question: Float32Array,
  terms: readonly WeighedTerm[],
  limit: number,
): Ranked[] {
  const coverage = new Float32Array(index.count)
  for (const { chunks, weight } of terms) for (const chunk of chunks) coverage[chunk]! += weight
  const similarity = index.vectors.times(question)
  const best: Ranked[] = []
  let threshold = -Infinity
  for (let chunk = 0; chunk < index.count; chunk += 1) {
    const score = similarity[chunk]! + LEXICAL_WEIGHT * coverage[chunk]!
    if (score <= threshold) continue
    const at = best.findIndex((other) => other.score < score)
    best.splice(at < 0 ? best.length : at, 0, {
      chunk,
      score,
      similarity: similarity[chunk]!,
      coverage: coverage[chunk]!,
    })
    if (best.length > limit) best.pop()
    if (best.length === limit) threshold = best[limit - 1]!.score
  }
  return best
}
