import { askedWords } from '../asked-words.ts'
import { indexTermsOf, searchTermsOf } from '../terms.ts'
import type { AskedTerm, ChunkRecord } from '../types.ts'
import { dotProducts } from './dot.ts'
import type { Segment } from './segment.ts'
import { hashOf } from './term-index.ts'

export type Ranked = { record: ChunkRecord; score: number; similarity: number; coverage: number }

type Part = { first: number; end: number; record(chunk: number): ChunkRecord }

const LEXICAL_WEIGHT = 0.8 // Values from 0.6 to 1 ranked best for questions in ten languages.
const ROUNDING = 1e-6 // A chunk's coverage may exceed 1 by this much, as it is a sum of rounded weights.
const FIRST_BYTES = 4_096

/**
 * Ranks chunks for a question by trust × cosine + 0.8 × coverage, where coverage is the sum of the weights of the
 * question's terms that the chunk contains. A term weighs more the rarer it is (its idf as a share of all), which is
 * known only once all segments have been added. Every chunk is compared. Of chunks with equal scores the one that was
 * added first is ahead.
 * @param vector the question's embedding
 * @param trust how much the embedder knows of the question's language, from 0 to 1
 */
export function createRanking(question: string, vector: Float32Array, limit: number, trust: number) {
  const termByHash = new Map(searchTermsOf(askedWords(question)).map((term) => [hashOf(term), term]))
  /** The question's terms, each with the numbers of the chunks that contain it. */
  const terms = [...termByHash].map(([hash, term]) => ({
    term,
    hash,
    having: 0,
    chunks: new Uint32Array(FIRST_BYTES / 4),
  }))
  const trusted = Float64Array.from(vector, (number) => trust * number)
  const parts: Part[] = []
  const closest: { score: number }[] = [] // the best similarities among the chunks of `addPassing`
  let similarities = new Float32Array(FIRST_BYTES / 4)
  let count = 0

  function noteSimilarities(segment: Segment): void {
    while (count + segment.count > similarities.length)
      similarities = new Float32Array(similarities.buffer.transfer(similarities.byteLength * 2))
    if (segment.vectors.length !== segment.count * vector.length) return // they are of another model: 0
    dotProducts(segment.vectors, trusted, similarities.subarray(count, count + segment.count))
  }

  function noteChunk(term: (typeof terms)[number], chunk: number): void {
    if (term.having === term.chunks.length)
      term.chunks = new Uint32Array(term.chunks.buffer.transfer(term.chunks.byteLength * 2))
    term.chunks[term.having] = chunk
    term.having += 1
  }

  function noteTerms({ terms: { hashes, chunks, starts } }: Segment): void {
    for (const term of terms) {
      const { hash } = term
      const bucket = hash & (starts.length - 2)
      const end = starts[bucket + 1]!
      for (let at = starts[bucket]!; at < end; at += 1) if (hashes[at] === hash) noteChunk(term, count + chunks[at]!)
    }
  }

  /** The question's terms with the weights that they have among the chunks so far. */
  function weighedTerms(): AskedTerm[] {
    const weights = terms.map(({ having }) => Math.log(1 + (count - having + 0.5) / (having + 0.5)))
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    return terms.map(({ term, having }, at) => ({ term, weight: weights[at]! / total, share: having / count }))
  }

  function add(segment: Segment, record = segment.record): void {
    noteSimilarities(segment)
    noteTerms(segment)
    parts.push({ first: count, end: count + segment.count, record })
    count += segment.count
  }

  return {
    get count() {
      return count
    },
    weighedTerms,
    /** Adds a segment that stays in memory. */
    add: (segment: Segment) => add(segment),
    /**
     * Adds a segment that is dropped afterwards. Only those of its chunks are kept that may turn out to be among the
     * best. As the weights of the terms are not known yet, any chunk with one of them is taken to have a coverage of up
     * to 1.
     */
    addPassing(segment: Segment): void {
      const kept = new Map<number, ChunkRecord>()
      const first = count
      const before = terms.map(({ having }) => having)
      add(segment, (chunk) => kept.get(chunk) ?? missing())
      const withTerms = new Set(terms.flatMap(({ chunks, having }, at) => [...chunks.subarray(before[at], having)]))
      for (let chunk = first; chunk < count; chunk += 1) {
        const similarity = similarities[chunk]!
        keepBest(closest, limit, { score: similarity })
        const most = similarity + (withTerms.has(chunk) ? LEXICAL_WEIGHT : 0)
        if (most >= lowest(closest, limit) - ROUNDING) kept.set(chunk - first, segment.record(chunk - first))
      }
    },
    best(): Ranked[] {
      const coverages = new Float32Array(count)
      for (const [place, { weight }] of weighedTerms().entries()) {
        const { chunks, having } = terms[place]!
        for (let at = 0; at < having; at += 1) coverages[chunks[at]!]! += weight
      }
      const best: (Omit<Ranked, 'record'> & { part: Part; chunk: number })[] = []
      for (const part of parts)
        for (let chunk = part.first; chunk < part.end; chunk += 1) {
          const similarity = similarities[chunk]!
          const coverage = coverages[chunk]!
          const score = similarity + LEXICAL_WEIGHT * coverage
          if (score > lowest(best, limit)) keepBest(best, limit, { score, similarity, coverage, part, chunk })
        }
      return best.map(({ part, chunk, ...scores }) => ({ record: part.record(chunk - part.first), ...scores }))
    },
  }
}

export type Ranking = ReturnType<typeof createRanking>

/** The sum of the weights of the question's terms that a text contains, 0 to 1. */
export function coverageOf(text: string, terms: readonly AskedTerm[]): number {
  const present = new Set(indexTermsOf(text))
  return terms.reduce((sum, { term, weight }) => sum + (present.has(term) ? weight : 0), 0)
}

function missing(): never {
  throw new Error('A chunk among the best was not kept.')
}

/** The score that another must exceed to be among the best: the lowest of them, as soon as there are `limit`. */
const lowest = (best: { score: number }[], limit: number) => (best.length < limit ? -Infinity : best[limit - 1]!.score)

/** Inserts an entry into the best if its score is high enough. Of equal scores the earlier is ahead. */
function keepBest<One extends { score: number }>(best: One[], limit: number, one: One): void {
  if (one.score <= lowest(best, limit)) return
  const at = best.findIndex(({ score }) => score < one.score)
  best.splice(at < 0 ? best.length : at, 0, one)
  if (best.length > limit) best.pop()
}
