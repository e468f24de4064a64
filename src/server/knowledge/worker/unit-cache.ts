import type { Unit } from '../types.ts'

/** A chunk's units with their embeddings. The first of `vectors` is that of the chunk's heading. */
export type EmbeddedUnits = { sourceId: string; units: Unit[]; vectors: Float32Array[] }

/** Keeps the embedded units of an agent's chunks by chunk id, as few chunks answer most questions. */
export type UnitCache = {
  readonly size: number
  has(chunkId: string): boolean
  get(chunkId: string): EmbeddedUnits | undefined
  set(chunkId: string, embedded: EmbeddedUnits): void
  /** Forgets the units of sources whose chunks have been replaced: new ones have other ids. */
  forget(sourceIds: readonly string[]): void
  /** The work of questions that are embedding a chunk's units now, by chunk id, so that others wait for it. */
  underWay: Map<string, Promise<void>>
}

export const CHUNKS_MAXIMUM = 512
const UNITS_PER_CHUNK = 8 // about as many as a chunk of 600 characters has

export function createUnitCache(): UnitCache {
  const held = new Map<string, EmbeddedUnits>() // Sorted by use, the latest last.
  return {
    get size() {
      return held.size
    },
    has: (chunkId) => held.has(chunkId),
    get(chunkId) {
      const embedded = held.get(chunkId)
      if (!embedded) return undefined
      held.delete(chunkId)
      held.set(chunkId, embedded)
      return embedded
    },
    set(chunkId, embedded) {
      held.set(chunkId, embedded)
      const [oldest] = held.keys()
      if (held.size > CHUNKS_MAXIMUM && oldest !== undefined) held.delete(oldest)
    },
    forget(sourceIds) {
      const replaced = new Set(sourceIds)
      for (const [chunkId, { sourceId }] of held) if (replaced.has(sourceId)) held.delete(chunkId)
    },
    underWay: new Map(),
  }
}

/** About how many bytes an agent's cache may grow to; all count as used from the start. */
export function unitCacheBytes(chunks: number, dimensions: number): number {
  return Math.min(chunks, CHUNKS_MAXIMUM) * UNITS_PER_CHUNK * dimensions * Float32Array.BYTES_PER_ELEMENT
}
