/** Writes a set of indices as ranges, such as `0-41,57`, so that ten thousand chosen pages take a few bytes. */
export function writeRanges(indices: Iterable<number>): string {
  const ranges: [number, number][] = []
  for (const index of [...indices].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && index <= last[1] + 1) last[1] = index
    else ranges.push([index, index])
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',')
}

/** Parses ranges written by `writeRanges` into indices in ascending order, leaving out those from `end` on. */
export function readRanges(text: string, end: number): number[] {
  return text.split(',').flatMap((range) => {
    const match = /^(\d+)(?:-(\d+))?$/.exec(range)
    if (!match) return []
    const from = Number(match[1])
    const to = Math.min(Number(match[2] ?? match[1]), end - 1)
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step)
  })
}
