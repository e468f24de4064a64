import type { Slice } from './messages.ts'
import type { Ranking } from './ranking.ts'
import { type Segment, segmentsOf } from './segment.ts'
import { createUnitCache, type UnitCache, unitCacheBytes } from './unit-cache.ts'

/** Holds an agent's chunks by source, so that one can be replaced by itself. Chunks are found only after `commit`. */
export function createAgentCopy(units: UnitCache = createUnitCache()) {
  let sources = new Map<string, Segment[]>() // Sorted by id, because chunks with equal scores are ranked in this order.
  const arriving = new Map<string, Segment[]>()
  let dimensions = 0
  let version: number | null = null
  let end: string | null = null
  let count = 0
  let segmentBytes = 0

  function drop(from: Map<string, Segment[]>, sourceId: string): void {
    for (const segment of from.get(sourceId) ?? []) {
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
    /** The version of the agent's knowledge that this copy has; null until its first load is complete. */
    get version() {
      return version
    },
    /**
     * The id of the first source that did not fit into memory: it and all with greater ids are missing. Null if none.
     */
    get end() {
      return end
    },
    get count() {
      return count
    },
    /** How many bytes the chunks take, without what may be kept of their units. */
    get chunkBytes() {
      return segmentBytes
    },
    get bytes() {
      return segmentBytes + unitCacheBytes(count, dimensions)
    },
    /**
     * Adds chunks, to be found after the next `commit`.
     * @param hasRoom says whether there is memory for so many bytes more. If not, the source of these chunks and all
     * with greater ids are removed.
     */
    add(slice: Slice, hasRoom: (bytes: number) => boolean): void {
      for (const segment of segmentsOf(slice)) {
        if (end !== null && segment.sourceId >= end) continue
        dimensions = segment.vectors.length / segment.count
        const unitBytes = unitCacheBytes(count + segment.count, dimensions) - unitCacheBytes(count, dimensions)
        if (!hasRoom(segment.bytes + unitBytes)) {
          cut(segment.sourceId)
          continue
        }
        segmentBytes += segment.bytes
        count += segment.count
        const before = arriving.get(segment.sourceId)
        if (before) before.push(segment)
        else arriving.set(segment.sourceId, [segment])
      }
    },
    /**
     * Removes the `replaced` sources as they were, and makes everything added since the last commit part of the copy.
     */
    commit(toVersion: number, replaced: readonly string[]): void {
      for (const sourceId of replaced) drop(sources, sourceId)
      units.forget(replaced)
      const all = [...sources, ...arriving].toSorted(([one], [other]) => (one < other ? -1 : 1))
      sources = new Map(all)
      arriving.clear()
      version = toVersion
    },
    rollback(): void {
      for (const sourceId of [...arriving.keys()]) drop(arriving, sourceId)
    },
    /** Reads every chunk, without its embedding. */
    *records() {
      for (const segments of sources.values())
        for (const segment of segments) for (let at = 0; at < segment.count; at += 1) yield segment.record(at)
    },
    /**
     * Adds the chunks of all sources to a ranking, except the sources in `without`.
     * @param isPassing whether this copy is dropped before the ranking is asked for the best
     */
    rank(ranking: Ranking, without: ReadonlySet<string>, isPassing = false): void {
      const add = isPassing ? ranking.addPassing : ranking.add
      for (const [sourceId, segments] of sources)
        if (!without.has(sourceId)) for (const segment of segments) add(segment)
    },
  }
}

export type AgentCopy = ReturnType<typeof createAgentCopy>
