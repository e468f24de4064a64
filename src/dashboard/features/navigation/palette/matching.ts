const LEAST_WITHIN = 3 // letters that a typed word needs to match inside a word; shorter ones would match too often

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Rates how well a text matches, whatever the case and accents: 3 if it begins with what is typed or nothing is; 2 if
 * each word begins a word; 1 if the rest is within words and has `LEAST_WITHIN` letters; else 0.
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

/** Keeps the items whose text matches what is typed, the best matches first. Equal matches keep their order. */
export function fitting<Item>(items: readonly Item[], typed: string, textOf: (item: Item) => string): Item[] {
  const fits = items.map((item) => ({ item, score: scoreOf(textOf(item), typed) })).filter(({ score }) => score > 0)
  return fits.toSorted((one, other) => other.score - one.score).map(({ item }) => item)
}
