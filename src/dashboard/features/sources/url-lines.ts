export interface UrlLine {
  /** From 1, as an editor counts. */
  number: number
  text: string
  /** The address; absent where the line can't be one, or repeats another. */
  url?: string
  problem?: string
  /** Whether the page is a source already. */
  known?: true
}

export interface UrlList {
  lines: UrlLine[]
  /** Valid and new, each once, in the order written. */
  urls: string[]
  /** How many lines say what one before them says. */
  repeated: number
}

/** Checks one URL: its problem ("must be a valid URL"), or undefined. The contract's schema is the judge. */
export type CheckUrl = (url: string) => string | undefined

const NONE: ReadonlySet<string> = new Set()

/**
 * Reads one URL a line. Empty lines don't count; `example.com/help` is taken for https; a repeated one counts once.
 * @param known The addresses of pages that are sources already.
 */
export function readUrlLines(text: string, check: CheckUrl, known = NONE): UrlList {
  const seen = new Set<string>()
  let repeated = 0
  const lines = text.split('\n').flatMap((raw, index): UrlLine[] => {
    const line = { number: index + 1, text: raw.trim() }
    if (!line.text) return []
    const url = withProtocol(line.text)
    const problem = check(url)
    if (problem) return [{ ...line, problem }]
    const same = canonical(url)
    if (seen.has(same)) {
      repeated += 1
      return [line]
    }
    seen.add(same)
    return [known.has(same) ? { ...line, url, known: true } : { ...line, url }]
  })
  return { lines, urls: lines.flatMap(({ url, known }) => (url && !known ? url : [])), repeated }
}

function withProtocol(text: string): string {
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(?::\d+)?([/?#]|$)/u.test(text) ? `https://${text}` : text
}

/** As the server spells a page's address, but for what campaigns add to it. */
function canonical(address: string): string {
  const url = new URL(address)
  url.hash = ''
  if (!url.search) url.search = '' // drops a lone question mark
  return url.href
}
