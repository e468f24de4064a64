import { isDeepStrictEqual } from 'node:util'

/** The names of the fields that a change sets to something else, in the order in which it has them. */
export function changedFields<Fields extends object>(before: Fields, changes: Partial<Fields>): string[] {
  const names = Object.keys(changes) as (keyof Fields & string)[]
  return names.filter((name) => changes[name] !== undefined && !isDeepStrictEqual(before[name], changes[name]))
}
