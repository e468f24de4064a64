const MAX_SEGMENTS = 20
const MAX_PARAMETERS = 10
const MAX_CHARACTERS = 1_000
/** How many addresses are visited that differ only in a date, in several parameters, or in one parameter's value. */
const VARIANTS = { dates: 60, parameters: 200, parameter: 2_000 }

const DATE_PARAMETER = /^(date|day|week|month|year|cal|calendar|start|end|from|to|after|before|y|m|d|yyyy|mm|dd)$/i
const DATE_VALUE = /^\d{1,4}([-/.]?\d{1,2}){0,2}$/
const DATE_PATH =
  /\/(?:19|20|21)\d\d(?:[-/](?:0?[1-9]|1[0-2])(?:[-/](?:0?[1-9]|[12]\d|3[01]))?|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|-?w[0-5]?\d|[-/](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?:[-/](?:0?[1-9]|[12]\d|3[01]))?)\/?$/i

/** Recognises addresses that a site makes without end, as calendars do. It counts them, so pass each address once. */
export function createTraps(): { isTrap(url: URL): boolean } {
  const counts = new Map<string, number>()

  function exceeds(key: string, bound: number): boolean {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > bound
  }

  return {
    isTrap(url) {
      const segments = url.pathname.split('/').filter(Boolean)
      const parameters = [...url.searchParams]
      if (url.href.length > MAX_CHARACTERS || segments.length > MAX_SEGMENTS) return true
      if (parameters.length > MAX_PARAMETERS || repeats(segments)) return true
      const place = url.host + url.pathname.replace(/\d+/g, '#')
      if (DATE_PATH.test(url.pathname))
        return exceeds(`${place.replace(/[a-z]+(?=[/#-]*$)/i, '@')} dates`, VARIANTS.dates)
      if (parameters.length === 0) return false
      const names = parameters.map(([name]) => name).sort()
      const key = `${url.host}${url.pathname}?${names.join('&')}`
      const isDate = parameters.some(([name, value]) => DATE_PARAMETER.test(name) && DATE_VALUE.test(value))
      if (isDate) return exceeds(key, VARIANTS.dates)
      return exceeds(key, names.length > 1 ? VARIANTS.parameters : VARIANTS.parameter)
    },
  }
}

/**
 * Whether a run of path segments occurs three times in a row (`/a/b/a/b/a/b`), which links without a leading slash
 * produce. A single number that is repeated does not count.
 */
function repeats(segments: string[]): boolean {
  for (let length = 1; length * 3 <= segments.length; length += 1) {
    for (let start = 0; start + length * 3 <= segments.length; start += 1) {
      const run = segments.slice(start, start + length)
      if (length === 1 && /^\d+$/.test(run[0]!)) continue
      const same = (offset: number) => run.every((segment, index) => segments[start + offset + index] === segment)
      if (same(length) && same(length * 2)) return true
    }
  }
  return false
}
