/**
 * Whether a glob matches: `*` any characters but `/`, `**` any at all, and `/**` at the end the folder itself too. Each
 * character of the path is looked at only once, so that no glob can make it slow.
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

/** Whether a glob can match any page's path: as paths begin with a slash, it must begin with one or with `*`. */
export const isGlob = (text: string): boolean => /^[/*]/.test(text)

/** The pages whose path matches one of `include`, or any if it is empty, and none of `exclude`. */
export interface Wanted {
  include: readonly string[]
  exclude: readonly string[]
}

export function isWanted({ include, exclude }: Wanted, url: string): boolean {
  const path = pathOf(url)
  return (include.length === 0 || matchesAny(include, path)) && !matchesAny(exclude, path)
}

/** Whether an `exclude` glob matches an address's path: then `include` does not matter. */
export const isExcluded = (exclude: readonly string[], url: string): boolean => matchesAny(exclude, pathOf(url))

const matchesAny = (globs: readonly string[], path: string) => globs.some((glob) => matchesGlob(glob, path))

/** The path of an address as people write it, percent-decoded; unchanged if it can't be decoded. */
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

/** Adds the places in a glob that can be reached without a character, as a star may stand for none. */
function reachable(parts: readonly string[], places: Set<number>): Set<number> {
  for (const place of places) if (parts[place]?.startsWith('*')) places.add(place + 1) // also visits the places it adds
  return places
}
