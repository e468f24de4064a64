import type { Slice } from './messages.ts'
import type { Ranking } from './ranking.ts'
import { type Segment, segmentsOf } from './segment.ts'
import { createUnitCache, type UnitCache, unitCacheBytes } from './unit-cache.ts'
import { createVectorTable, type VectorTable } from './vector-table.ts'

/** By which the table of vectors may grow for a single one. */
export const STEP_BYTES = 2 * 1_048_576

type Held = { segment: Segment; rows: Uint32Array }

/**
 * One agent's chunks in memory, source by source, so that a source is put in, replaced or taken out without the others.
 * A change is added first and counts only once `commit` is called.
 */
export function createAgentCopy(units: UnitCache = createUnitCache()) {
  const sources = new Map<string, Held[]>()
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
      const soFar = (sourceId: string) =>
        arriving.get(sourceId)?.reduce((sum, { segment }) => sum + segment.count, 0) ?? 0
      for (const { segment, vectors } of segmentsOf(slice, soFar)) {
        if (end !== null && segment.sourceId >= end) continue
        if (!hasRoom(segment.bytes + vectors.byteLength + STEP_BYTES)) {
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
      for (const [sourceId, held] of arriving) sources.set(sourceId, held)
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
    /** Has all chunks ranked. */
    rank(ranking: Ranking, question: Float32Array): void {
      const products = table?.times(question)
      if (!products) return
      for (const held of sources.values())
        for (const { segment, rows } of held) ranking.add(segment, ofRows(products, rows))
    },
  }
}

function ofRows(products: Float32Array, rows: Uint32Array): Float32Array {
  const found = new Float32Array(rows.length)
  for (let at = 0; at < rows.length; at += 1) found[at] = products[rows[at]!]!
  return found
}

export type AgentCopy = ReturnType<typeof createAgentCopy>
