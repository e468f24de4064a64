import type { Tx } from '../db/tables.ts'

const hooks = new WeakMap<Tx, (() => void)[]>()

/** Calls `hook` once `tx` has committed, after the hooks registered before it; never if `tx` rolls back. */
export function afterCommit(tx: Tx, hook: () => void): void {
  const waiting = hooks.get(tx)
  if (waiting) waiting.push(hook)
  else hooks.set(tx, [hook])
}

/** The hooks registered for `tx`. Whoever commits it calls them afterwards. */
export function hooksOf(tx: Tx): readonly (() => void)[] {
  return hooks.get(tx) ?? []
}
