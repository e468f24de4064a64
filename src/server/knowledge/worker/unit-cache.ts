import type { Unit } from '../types.ts'

/** A chunk's units with the embedding of its heading first and then theirs. */
export type EmbeddedUnits = { units: Unit[]; vectors: Float32Array[] }

/** The embedded units of chunks that were found lately, by chunk id, because few passages answer most of an agent's questions. */
export type UnitCache = {
  readonly size: number
  has(chunkId: string): boolean
  get(chunkId: string): EmbeddedUnits | undefined
  set(chunkId: string, embedded: EmbeddedUnits): void
}

/** An agent with no more than these has all of them held. */
export const CHUNKS_MAXIMUM = 512
const UNITS_PER_CHUNK = 8 // about what a chunk of 600 characters has

export function createUnitCache(): UnitCache {
  const held = new Map<string, EmbeddedUnits>() // in order of use, the latest last
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
  }
}

/** What an agent's cache may grow to, so that it counts from the start. */
export function unitCacheBytes(chunks: number, dimensions: number): number {
  return Math.min(chunks, CHUNKS_MAXIMUM) * UNITS_PER_CHUNK * dimensions * Float32Array.BYTES_PER_ELEMENT
}
