const LEAST_WITHIN = 3 // letters of a word that may stand within another word; fewer stand in too many

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * How well a text fits what is typed: 3 where it begins with it, 2 where each typed word begins a word of it, 1 where it
 * holds the others within words, 0 where it does not. Nothing typed fits everything. Case and accents make no difference.
 */
export function scoreOf(text: string, typed: string): 0 | 1 | 2 | 3 {
  const [held, wanted] = [fold(text), fold(typed).trim()]
  if (held.startsWith(wanted)) return 3
  const words = wanted.split(/\s+/)
  const beginnings = held.split(/[^\p{L}\p{N}]+/u)
  const others = words.filter((word) => !beginnings.some((beginning) => beginning.startsWith(word)))
  if (others.length === 0) return 2
  return others.every((word) => word.length >= LEAST_WITHIN && held.includes(word)) ? 1 : 0
}

/** Keeps the items whose text fits what is typed: the best first, and of equals in the order given. */
export function fitting<Item>(items: readonly Item[], typed: string, textOf: (item: Item) => string): Item[] {
  const fits = items.map((item) => ({ item, score: scoreOf(textOf(item), typed) })).filter(({ score }) => score > 0)
  return fits.toSorted((one, other) => other.score - one.score).map(({ item }) => item)
}
