import { AsyncLocalStorage } from 'node:async_hooks'

const inside = new AsyncLocalStorage<true>()

/**
 * Runs the work of a transaction, but fails if the caller is already inside one. On SQLite the inner transaction would
 * wait for the outer one for ever; on PostgreSQL it would need a second connection, which the pool may not have.
 * @throws Error when called inside a transaction
 */
export async function withoutNesting<T>(work: () => Promise<T>): Promise<T> {
  assertNotNested()
  return await inside.run(true, work)
}

/** @throws Error inside a transaction, for which another one, queued then, would wait for ever */
export function assertNotNested(): void {
  if (inside.getStore()) throw new Error('A transaction was started inside another one: pass its tx on instead.')
}
