/**
 * Whether a path matches a glob: `*` stands for any characters but `/`, `**` for any at all, and a glob that ends in `/**`
 * matches the folder itself too. It follows all readings of the glob at once and takes each character of the path once,
 * so that no glob can make it slow.
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

/** Whether a text can match the path of a page at all, which begins with a slash. */
export const isGlob = (text: string): boolean => /^[/*]/.test(text)

/** Which pages of a website are wanted: those that match one of `include`, or all without any, and none of `exclude`. */
export interface Wanted {
  include: readonly string[]
  exclude: readonly string[]
}

/** Whether the page at an address is wanted. */
export function isWanted({ include, exclude }: Wanted, url: string): boolean {
  const path = pathOf(url)
  return (include.length === 0 || matchesAny(include, path)) && !matchesAny(exclude, path)
}

/** Whether patterns leave out the page at an address, whatever else includes it. */
export const isExcluded = (exclude: readonly string[], url: string): boolean => matchesAny(exclude, pathOf(url))

const matchesAny = (globs: readonly string[], path: string) => globs.some((glob) => matchesGlob(glob, path))

/** The path of an address as people write it, with its letters decoded. */
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

/** The places in a glob that can be reached from others without a character, since a star may stand for none. */
function reachable(parts: readonly string[], places: Set<number>): Set<number> {
  for (const place of places) if (parts[place]?.startsWith('*')) places.add(place + 1) // a set yields what is added to it
  return places
}
