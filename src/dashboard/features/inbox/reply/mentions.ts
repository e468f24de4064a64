export interface Person {
  user_id: string
  name: string
  email?: string
}

const MOST = 6 // members offered at once
const LONGEST = 30 // characters from the @ to the caret within which a name is looked for

/**
 * The members, at most `MOST`, whose names complete what is written between an `@` and the caret, with the `@`'s index.
 * Undefined if there are none, or if no mention is being written: the `@` is part of an e-mail address or too far away,
 * or a whole name and a space follow it.
 */
export function mentionAt<Known extends Person>(
  text: string,
  caret: number,
  people: readonly Known[],
): { start: number; people: readonly Known[] } | undefined {
  const start = text.lastIndexOf('@', caret - 1)
  const begins = !/[\p{L}\p{N}]$/u.test(text.slice(0, Math.max(0, start))) // else it is part of an e-mail address
  if (start < 0 || !begins || caret - start > LONGEST) return undefined
  const written = text.slice(start + 1, caret).toLowerCase()
  const found = people.filter(({ name }) => {
    const known = name.toLowerCase()
    return known !== written && (known.startsWith(written) || known.includes(` ${written}`))
  })
  // A space after a whole name ends the mention.
  const isWhole = people.some(({ name }) => written.startsWith(`${name.toLowerCase()} `))
  return found.length > 0 && !isWhole ? { start, people: found.slice(0, MOST) } : undefined
}

/** The text with a member's whole name in place of the written part of it, and the caret after the name. */
export function completed(text: string, start: number, caret: number, { name }: Person) {
  const before = `${text.slice(0, start)}@${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

/** The label of a member in the list: the name, with the e-mail address if another member has the same name. */
export function labelOf({ user_id, name, email }: Person, people: readonly Person[]): string {
  const isShared = people.some((other) => other.user_id !== user_id && sameName(other.name) === sameName(name))
  return isShared && email ? `${name} (${email})` : name
}

/** The members whose whole names follow an `@`. Of those with one name, the ones picked last count; all if none was. */
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
