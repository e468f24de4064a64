import type { Unit } from '../types.ts'

/** A chunk's units with the embedding of its heading first and then theirs. */
export type EmbeddedUnits = { units: Unit[]; vectors: Float32Array[] }

/** Units of the chunks found lately, by chunk number: the same passages answer most of an agent's questions. */
export type UnitCache = {
  has(chunk: number): boolean
  get(chunk: number): EmbeddedUnits | undefined
  set(chunk: number, embedded: EmbeddedUnits): void
}

const CHUNKS_MAXIMUM = 256
const UNITS_PER_CHUNK = 8 // about what a chunk of 600 characters has

export function createUnitCache(): UnitCache {
  const held = new Map<number, EmbeddedUnits>() // in order of use, the latest last
  return {
    has: (chunk) => held.has(chunk),
    get(chunk) {
      const embedded = held.get(chunk)
      if (!embedded) return undefined
      held.delete(chunk)
      held.set(chunk, embedded)
      return embedded
    },
    set(chunk, embedded) {
      held.set(chunk, embedded)
      const [oldest] = held.keys()
      if (held.size > CHUNKS_MAXIMUM && oldest !== undefined) held.delete(oldest)
    },
  }
}

/** What an agent's cache may grow to, so that it counts from the start. */
export function unitCacheBytes(chunks: number, dimensions: number): number {
  return Math.min(chunks, CHUNKS_MAXIMUM) * UNITS_PER_CHUNK * dimensions * Float32Array.BYTES_PER_ELEMENT
}
