import type { Tx } from './tables.ts'

/** A statement whose result nobody waits for. */
export type Write = { table: string; sql: string } & (
  | { parameters: readonly unknown[] }
  /** JSON objects: the statement's only parameter is an array of them, of any length, but each `id` at most once. */
  | { rows: readonly string[]; ids: readonly string[] }
)

const gatherers = new WeakMap<Tx, (write: Write) => void>()

/** Has `take` be given what is written in `tx`. For the platform, which then sends it before all else. */
export function gatherWrites(tx: Tx, take: (write: Write) => void): void {
  gatherers.set(tx, take)
}

/** Hands a write over to be sent with others; false where nobody gathers, and the caller is to run it. */
export function gather(tx: Tx, write: Write): boolean {
  const take = gatherers.get(tx)
  take?.(write)
  return take !== undefined
}
