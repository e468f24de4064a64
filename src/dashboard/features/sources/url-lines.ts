export interface UrlLine {
  /** From 1, as an editor counts. */
  number: number
  text: string
  /** What is sent; absent where the line can't be. */
  url?: string
  problem?: string
}

export interface UrlList {
  lines: UrlLine[]
  /** Valid, each once, in the order written. */
  urls: string[]
}

/** Checks one URL: its problem ("must be a valid URL"), or undefined. The contract's schema is the judge. */
export type CheckUrl = (url: string) => string | undefined

/** Reads one URL a line. Empty lines don't count; `example.com/help` is taken for https; a repeated one is sent once. */
export function readUrlLines(text: string, check: CheckUrl): UrlList {
  const seen = new Map<string, number>()
  const lines = text.split('\n').flatMap((raw, index): UrlLine[] => {
    const line = { number: index + 1, text: raw.trim() }
    if (!line.text) return []
    const url = withProtocol(line.text)
    const problem = check(url)
    if (problem) return [{ ...line, problem }]
    const same = canonical(url)
    const first = seen.get(same)
    if (first) return [{ ...line, problem: `is the same as line ${first}` }]
    seen.set(same, line.number)
    return [{ ...line, url }]
  })
  return { lines, urls: lines.flatMap(({ url }) => url ?? []) }
}

function withProtocol(text: string): string {
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(?::\d+)?([/?#]|$)/u.test(text) ? `https://${text}` : text
}

function canonical(url: string): string {
  const { href, hash } = new URL(url)
  return hash ? href.slice(0, -hash.length) : href
}
