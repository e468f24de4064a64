import type { Slice } from './messages.ts'
import type { Ranking } from './ranking.ts'
import { type Segment, segmentsOf } from './segment.ts'
import { createUnitCache, type UnitCache, unitCacheBytes } from './unit-cache.ts'
import { createVectorTable, type VectorTable } from './vector-table.ts'

type Held = { segment: Segment; rows: Uint32Array }

/**
 * One agent's chunks in memory, source by source, so that a source is put in, replaced or taken out without the others.
 * A change is added first and counts only once `commit` is called.
 */
export function createAgentCopy(units: UnitCache = createUnitCache()) {
  let sources = new Map<string, Held[]>() // in order, as equal chunks are ranked by it
  const arriving = new Map<string, Held[]>()
  let table: VectorTable | null = null
  let dimensions = 0
  let version: number | null = null
  let end: string | null = null
  let count = 0
  let segmentBytes = 0

  function drop(from: Map<string, Held[]>, sourceId: string): void {
    for (const { segment, rows } of from.get(sourceId) ?? []) {
      table?.free(rows)
      segmentBytes -= segment.bytes
      count -= segment.count
    }
    from.delete(sourceId)
  }

  function cut(from: string): void {
    end = from
    for (const held of [arriving, sources])
      for (const sourceId of [...held.keys()].filter((id) => id >= from)) drop(held, sourceId)
  }

  return {
    units,
    /** Of the agent's knowledge; null until a first load is complete. */
    get version() {
      return version
    },
    /** Sources with this id and greater ones are not here, for want of memory; null when all are. */
    get end() {
      return end
    },
    get count() {
      return count
    },
    get bytes() {
      return segmentBytes + (table?.bytes ?? 0) + unitCacheBytes(count, dimensions)
    },
    /**
     * Adds chunks to the change under way.
     * @param hasRoom whether there is memory for so many bytes more; where there is none, sources leave from that one on
     */
    add(slice: Slice, hasRoom: (bytes: number) => boolean): void {
      for (const { segment, vectors } of segmentsOf(slice)) {
        if (end !== null && segment.sourceId >= end) continue
        if (!hasRoom(segment.bytes + vectors.byteLength)) {
          cut(segment.sourceId)
          continue
        }
        if (!table) {
          dimensions = vectors.length / segment.count
          table = createVectorTable(dimensions)
        }
        const held = { segment, rows: table.add(vectors, segment.count) }
        segmentBytes += segment.bytes
        count += segment.count
        const before = arriving.get(segment.sourceId)
        if (before) before.push(held)
        else arriving.set(segment.sourceId, [held])
      }
    },
    /** Puts what was added in place of what was known of the sources named, in one moment. */
    commit(toVersion: number, replaced: readonly string[]): void {
      for (const sourceId of replaced) drop(sources, sourceId)
      const all = [...sources, ...arriving].toSorted(([one], [other]) => (one < other ? -1 : 1))
      sources = new Map(all)
      arriving.clear()
      version = toVersion
    },
    /** Discards what was added since the last commit. */
    rollback(): void {
      for (const sourceId of [...arriving.keys()]) drop(arriving, sourceId)
    },
    /** Every chunk's own text. */
    *records() {
      for (const held of sources.values())
        for (const { segment } of held) for (let at = 0; at < segment.count; at += 1) yield segment.record(at)
    },
    /** Has all chunks ranked. @param isPassing whether this copy is to be forgotten before the best are asked for */
    rank(ranking: Ranking, question: Float32Array, isPassing = false): void {
      const products = table?.times(question)
      if (!products) return
      const add = isPassing ? ranking.addPassing : ranking.add
      for (const held of sources.values()) for (const { segment, rows } of held) add(segment, products, rows)
    },
  }
}

export type AgentCopy = ReturnType<typeof createAgentCopy>
