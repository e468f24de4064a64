/**
 * Whether a path matches a glob: `*` stands for any characters but `/`, `**` for any at all, and a glob that ends in
 * `/**` matches the folder itself too. All ways in which the glob can match are followed at once, and each character of
 * the path is looked at only once, so that no glob can make it slow.
 */
export function matchesGlob(glob: string, path: string): boolean {
  if (glob.endsWith('/**') && path === glob.slice(0, -3)) return true
  const parts = partsOf(glob)
  let at = reachable(parts, new Set([0]))
  for (const character of path) {
    const next = new Set<number>()
    for (const index of at) {
      const part = parts[index]
      if (part === '**' || (part === '*' && character !== '/')) next.add(index)
      else if (part === character) next.add(index + 1)
    }
    if (next.size === 0) return false
    at = reachable(parts, next)
  }
  return at.has(parts.length)
}

/**
 * Whether a glob can match the path of any page: since paths begin with a slash, it must begin with one or with `*`.
 */
export const isGlob = (text: string): boolean => /^[/*]/.test(text)

/**
 * Which pages of a website are wanted: those whose path matches one of `include`, or any path if `include` is empty,
 * and matches none of `exclude`.
 */
export interface Wanted {
  include: readonly string[]
  exclude: readonly string[]
}

/** Whether the page at an address is wanted. */
export function isWanted({ include, exclude }: Wanted, url: string): boolean {
  const path = pathOf(url)
  return (include.length === 0 || matchesAny(include, path)) && !matchesAny(exclude, path)
}

/**
 * Whether one of the `exclude` globs matches the path of an address: then its page is not wanted, whatever `include`
 * says.
 */
export const isExcluded = (exclude: readonly string[], url: string): boolean => matchesAny(exclude, pathOf(url))

const matchesAny = (globs: readonly string[], path: string) => globs.some((glob) => matchesGlob(glob, path))

/**
 * The path of an address with percent-encoded letters decoded, as people write it; unchanged if it can't be decoded.
 */
export function pathOf(url: string): string {
  const { pathname } = new URL(url)
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

const partsOf = (glob: string): string[] =>
  glob.match(/\*\*+|[\s\S]/gu)?.map((part) => (part.length > 2 && part.startsWith('*') ? '**' : part)) ?? []

/**
 * Adds the places in a glob that can be reached from the given ones without a character, as a star may stand for none.
 */
function reachable(parts: readonly string[], places: Set<number>): Set<number> {
  for (const place of places) if (parts[place]?.startsWith('*')) places.add(place + 1) // also visits the places it adds
  return places
}
