import type { WishWords } from './kinds.ts'

export type Kind = Exclude<keyof WishWords, 'joined' | 'isPostposed'>

export interface Lexicon {
  kindOf(word: string): Kind | undefined
  /** What a word that is not in the lexicon does if it is meant as one that is. */
  meantBy(word: string): Kind | undefined
  /** A clause with the expressions of several words joined by `_`. */
  joinPhrases(clause: string): string
  /** The longest word of the lexicon that a text without spaces begins with; empty if there is none. */
  beginningOf(text: string): string
  joined: RegExp | undefined
  isPostposed: boolean
}

const ENDING_MAXIMUM = 6 // letters that `*` stands for
// Letters of a word in which one slip of the finger is forgiven. A word that changes nothing must be meant.
const SLIP_FROM: Partial<Record<Kind, number>> = { staff: 5, person: 5, anyone: 5, talk: 5, want: 6 }
const SLIPS_TWICE_FROM = 12
// Letters that Arabic and Hebrew write together with the word after them; a word may also begin with such a letter.
const ATTACHED = [/^(?:[وفبلك]?ال|لل|[وفبلك]|[והבלמשכ])(?=\p{L}{2})/u, /^[והבלמשכ]{2}(?=\p{L}{2})/u]

export function createLexicon(words: WishWords, fold: (text: string) => string): Lexicon {
  const { joined, isPostposed = false, ...lists } = words
  const whole = new Map<string, Kind>()
  const stems = new Map<string, Kind>()
  for (const [kind, list] of Object.entries(lists) as [Kind, string][])
    for (const word of fold(list).split(/\s+/).filter(Boolean)) {
      const known = word.endsWith('*') ? stems : whole
      const name = word.replace('*', '')
      if (!known.has(name)) known.set(name, kind)
    }
  const byLength = (names: Iterable<string>) => [...names].toSorted((one, other) => other.length - one.length)
  const phrases = byLength([...whole.keys(), ...stems.keys()].filter((name) => name.includes('_')))
  const phrase = new RegExp(`(?<!\\p{L})(?:${phrases.map((name) => name.replaceAll('_', ' ')).join('|')})`, 'gu')
  const spelt = byLength(whole.keys())
  const forgiven = [...whole, ...stems].filter(
    ([name, kind]) => name.length >= (SLIP_FROM[kind] ?? Number.POSITIVE_INFINITY) && !name.includes('_'),
  )

  const exactly = (word: string): Kind | undefined => {
    const found = whole.get(word)
    if (found) return found
    for (let length = word.length; length >= Math.max(3, word.length - ENDING_MAXIMUM); length -= 1) {
      const kind = stems.get(word.slice(0, length))
      if (kind) return kind
    }
    return undefined
  }
  return {
    joined,
    isPostposed,
    kindOf: (word) => [word, ...ATTACHED.map((letters) => word.replace(letters, ''))].map(exactly).find(Boolean),
    meantBy: (word) => forgiven.find(([name]) => isSlipOf(word, name, stems.has(name)))?.[1],
    joinPhrases: (clause) =>
      phrases.length === 0
        ? clause
        : clause.replace(phrase, (found, at: number) => {
            const rest = clause.slice(at + found.length)
            const name = found.replaceAll(' ', '_')
            return /^\p{L}/u.test(rest) && !stems.has(name) ? found : name
          }),
    beginningOf: (text) => spelt.find((name) => text.startsWith(name)) ?? '',
  }
}

/** Whether a word is another one but for a letter too many, too few, wrong, or exchanged with its neighbour. */
function isSlipOf(word: string, name: string, isStem: boolean): boolean {
  const most = name.length >= SLIPS_TWICE_FROM ? 2 : 1
  if (word[0] !== name[0] && word[1] !== name[1]) return false
  if (!isStem) return Math.abs(word.length - name.length) <= most && distance(word, name) <= most
  if (word.length > name.length + ENDING_MAXIMUM) return false
  return [0, 1, -1].some((more) => distance(word.slice(0, name.length + more), name) <= most)
}

/** How many letters two words differ by, where two neighbours that changed places count as one. */
function distance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const differs = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + differs)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[other.length]!
}
