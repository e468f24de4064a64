import { limits } from '#contract/limits.ts'
import { chosen } from './chosen.ts'

/** The row chosen or removed last. A range begins at it if it is still chosen. */
let anchor: string | undefined

/**
 * Chooses a row, or removes it from the choice if it is chosen.
 * @param ids The ids of all rows in their order.
 * @param isRange Whether to choose all rows from the one chosen last, if it is still chosen, to this one.
 */
export function choose(ids: readonly string[], id: string, isRange: boolean): void {
  const before = chosen.get()
  const from = isRange && anchor !== undefined && before.has(anchor) ? ids.indexOf(anchor) : -1
  const to = ids.indexOf(id)
  anchor = id
  if (from >= 0 && to >= 0) choosing([...before, ...ids.slice(Math.min(from, to), Math.max(from, to) + 1)])
  else choosing(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id])
}

/** Chooses these rows and no others, up to as many as can be changed at once. */
export function choosing(ids: readonly string[]): void {
  chosen.set(new Set([...new Set(ids)].slice(0, limits.conversationsPerChange)))
}
