import type { Tx } from '../db/tables.ts'

const hooks = new WeakMap<Tx, (() => void)[]>()

/** Has `hook` called once `tx` has committed, in the order asked for; never if it rolls back. */
export function afterCommit(tx: Tx, hook: () => void): void {
  const waiting = hooks.get(tx)
  if (waiting) waiting.push(hook)
  else hooks.set(tx, [hook])
}

/** What waits for `tx` to commit. For the one who commits it. */
export function hooksOf(tx: Tx): readonly (() => void)[] {
  return hooks.get(tx) ?? []
}
