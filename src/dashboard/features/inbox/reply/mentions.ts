/** A member who can be mentioned. */
export interface Person {
  user_id: string
  name: string
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
  const begins = start === 0 || /\s/.test(text[start - 1] ?? '')
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

/** The ids of those whose whole names stand in the text after an `@`. */
export function mentionedIn(text: string, people: readonly Person[]): string[] {
  // A longer name comes first, so that "@Ann Lee" mentions nobody who is just called Ann.
  const longestFirst = people.toSorted((a, b) => b.name.length - a.name.length)
  let rest = text
  return longestFirst.flatMap(({ user_id, name }) => {
    const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    const without = rest.replace(new RegExp(`(^|\\s)@${escaped}(?![\\p{L}\\p{N}])`, 'giu'), '$1')
    const isMentioned = without !== rest
    rest = without
    return isMentioned ? [user_id] : []
  })
}
