import { AsyncLocalStorage } from 'node:async_hooks'

const inside = new AsyncLocalStorage<true>()

/**
 * Runs `work` unless the caller already is in a transaction. A second one would wait for the first for ever
 * (SQLite) or take a second connection that the pool may not have (PostgreSQL), so it is an error at once.
 */
export async function withoutNesting<T>(work: () => Promise<T>): Promise<T> {
  assertNotNested()
  return await inside.run(true, work)
}

/** For a transaction that has to wait in a queue first: it would wait for itself. */
export function assertNotNested(): void {
  if (inside.getStore()) throw new Error('A transaction was started inside another one: pass its tx on instead.')
}
