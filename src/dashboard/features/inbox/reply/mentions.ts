/** A member who can be mentioned. */
export interface Person {
  user_id: string
  name: string
  email?: string
}

const MOST = 6 // members offered at once
const LONGEST = 30 // characters after the @ within which a name is looked for

/** The names that complete what is written after an `@` before the caret; undefined where nobody's does. */
export function mentionAt<Known extends Person>(
  text: string,
  caret: number,
  people: readonly Known[],
): { start: number; people: readonly Known[] } | undefined {
  const start = text.lastIndexOf('@', caret - 1)
  const begins = !/[\p{L}\p{N}]$/u.test(text.slice(0, Math.max(0, start))) // else it is an address
  if (start < 0 || !begins || caret - start > LONGEST) return undefined
  const written = text.slice(start + 1, caret).toLowerCase()
  const found = people.filter(({ name }) => {
    const known = name.toLowerCase()
    return known !== written && (known.startsWith(written) || known.includes(` ${written}`))
  })
  // A space after a whole name ends it.
  const isWhole = people.some(({ name }) => written.startsWith(`${name.toLowerCase()} `))
  return found.length > 0 && !isWhole ? { start, people: found.slice(0, MOST) } : undefined
}

/** The text with a member's whole name in place of what was written of it. */
export function completed(text: string, start: number, caret: number, { name }: Person) {
  const before = `${text.slice(0, start)}@${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

/** What is shown of a member: with their address where another one is called alike. */
export function labelOf({ user_id, name, email }: Person, people: readonly Person[]): string {
  const isShared = people.some((other) => other.user_id !== user_id && sameName(other.name) === sameName(name))
  return isShared && email ? `${name} (${email})` : name
}

/**
 * The ids of those whose whole names stand in the text after an `@`. Of several who are called alike these are the ones
 * that were picked from the list last, or all of them if none was.
 */
export function mentionedIn(text: string, people: readonly Person[], picked: readonly string[] = []): string[] {
  // A longer name comes first, so that "@Ann Lee" mentions nobody who is just called Ann.
  const names = [...Map.groupBy(people, ({ name }) => sameName(name))].toSorted(([a], [b]) => b.length - a.length)
  let rest = text
  return names.flatMap(([name, namesakes]) => {
    const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    const written = new RegExp(`(?<![\\p{L}\\p{N}])@${escaped}(?![\\p{L}\\p{N}])`, 'giu')
    const times = rest.match(written)?.length ?? 0
    rest = rest.replace(written, ' ')
    const ids = namesakes.map(({ user_id }) => user_id)
    const lastPicked = [...new Set(picked.toReversed())].filter((id) => ids.includes(id)).slice(0, times)
    return times === 0 || lastPicked.length > 0 ? lastPicked : ids
  })
}

const sameName = (name: string): string => name.toLowerCase()
