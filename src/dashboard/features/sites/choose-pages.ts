import { matchesGlob, pathOf } from '#contract/globs.ts'

interface Page {
  url: string
  title?: string
}

/** Whether a search is a pattern of paths, such as `/help/**`, rather than words. */
export const isPattern = (query: string): boolean => query.startsWith('/') && query.includes('*')

/**
 * Indices of the pages whose path matches the pattern, or in whose address or title each word occurs; undefined if
 * nothing is searched for.
 */
export function matchingPages(pages: readonly Page[], query: string): Set<number> | undefined {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const fits = ({ url, title = '' }: Page) => {
    if (isPattern(query)) return matchesGlob(query, pathOf(url))
    const text = `${url} ${title}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return new Set(pages.flatMap((page, index) => (fits(page) ? [index] : [])))
}
