/** Letters of the names that may differ; a short name has too many words of other programs near it. */
const farthest = (name: string): number => (name.length < 6 ? 1 : 2)

/**
 * Finds environment variables that look like one of ours, misspelt, and so would do nothing without a word.
 * @param names our variables' names
 * @param set the names of all variables that are set
 * @returns a sentence for each
 */
export function misspeltVariables(names: readonly string[], set: readonly string[]): string[] {
  const known = new Set(names)
  return set
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = names.find(
        (each) => !set.includes(each) && distance(bare(name), bare(each)) <= farthest(bare(each)),
      )
      return meant ? [`${name} is set, and means nothing here. Is ${meant} meant?`] : []
    })
}

const bare = (name: string): string => name.toUpperCase().replaceAll(/[_-]/g, '')

/** The number of letters to insert, remove or replace to make one word of another (Levenshtein's distance). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, wanted] of [...other].entries())
      next.push(Math.min(row[column]! + (letter === wanted ? 0 : 1), row[column + 1]! + 1, next[column]! + 1))
    row = next
  }
  return row.at(-1)!
}
