interface UrlLine {
  /** Line number from 1 on, as in an editor. */
  number: number
  text: string
  /** The address; absent where the line is invalid or repeats another. */
  url?: string
  problem?: string
  known?: true
}

interface UrlList {
  lines: UrlLine[]
  /** Valid URLs that are not sources yet, without repetitions, in the order written. */
  urls: string[]
  /** Number of lines with the URL of an earlier line. */
  repeated: number
}

/** Checks one URL with the contract's schema: returns its problem ("must be a valid URL") or undefined. */
type CheckUrl = (url: string) => string | undefined

const NONE: ReadonlySet<string> = new Set()

/**
 * Parses URLs, one per line, without empty lines and repetitions; `example.com/help` is read as https. `known` are the
 * addresses of pages that are sources already.
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

/** Normalizes an address like the server, which also removes campaign parameters and a dot at the host's end. */
function canonical(address: string): string {
  const url = new URL(address)
  url.hash = ''
  if (!url.search) url.search = '' // drops a trailing question mark
  return url.href
}
