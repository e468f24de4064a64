/** Stretches of a text, in order and without overlap: where each starts, and where what follows it does. */
export type Ranges = (readonly [start: number, end: number])[]

/** The index of the first of some ascending numbers that is at least `least`; their count if there is none. */
export function firstFrom(numbers: ArrayLike<number>, least: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}

/** Rewrites a part of a text by two functions: one for what lies in the ranges, one for what lies between them. */
export function rewrite(
  text: string,
  [start, end]: readonly [number, number],
  {
    ranges,
    ends,
    within,
    between,
  }: {
    ranges: Ranges
    ends: ArrayLike<number>
    within: (part: string) => string
    between: (part: string) => string
  },
): string {
  let written = ''
  let at = start
  for (let index = firstFrom(ends, start + 1); index < ranges.length && ranges[index]![0] < end; index++) {
    const [from, to] = ranges[index]!
    if (from > at) written += between(text.slice(at, from))
    written += within(text.slice(Math.max(from, at), Math.min(to, end)))
    at = to
  }
  return at < end ? written + between(text.slice(at, end)) : written
}
