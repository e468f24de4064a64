import { searchTermsOf } from '../../knowledge/terms.ts'

/** The `limit` items that share most of their words with a question, nearest first; of equal ones the first. */
export function nearestByWords<T>(
  questions: readonly string[],
  items: readonly T[],
  { textOf, limit }: { textOf: (item: T) => string; limit: number },
): T[] {
  const asked = questions.map((question) => new Set(searchTermsOf(question)))
  const near = items.map((item) => {
    const terms = new Set(searchTermsOf(textOf(item)))
    return { item, near: Math.max(0, ...asked.map((question) => overlap(question, terms))) }
  })
  return near
    .sort((one, other) => other.near - one.near)
    .slice(0, limit)
    .map(({ item }) => item)
}

/** From 0, no words in common, to 1. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((term) => other.has(term)).length
  return shared === 0 ? 0 : shared / Math.sqrt(one.size * other.size)
}
