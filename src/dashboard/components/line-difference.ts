export interface DifferentLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/**
 * Pairs of lines that are compared at most. If there are more, which would take too long, all lines between the equal
 * beginning and the equal end count as removed and added.
 */
const PAIRS_COMPARED = 4_000_000

/** How a text has changed, line by line, with as few removed and added lines as possible (but see `PAIRS_COMPARED`). */
export function lineDifference(before: string, after: string): DifferentLine[] {
  const old = before.split('\n')
  const now = after.split('\n')
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1
  let end = 0
  const rest = () => Math.min(old.length, now.length) - start - end
  while (rest() > 0 && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const same = (lines: string[]) => lines.map((text): DifferentLine => ({ kind: 'same', text }))
  return [
    ...same(old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...same(old.slice(old.length - end)),
  ]
}

/** The difference of lines by their longest common subsequence. */
function middle(old: readonly string[], now: readonly string[]): DifferentLine[] {
  const removed = (text: string): DifferentLine => ({ kind: 'removed', text })
  const added = (text: string): DifferentLine => ({ kind: 'added', text })
  if (old.length * now.length > PAIRS_COMPARED) return [...old.map(removed), ...now.map(added)]
  // `common[i * width + j]` is the length of the longest common subsequence of `old` from `i` on and `now` from `j` on.
  const width = now.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DifferentLine[] = []
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    const [gone, come] = [old[i], now[j]]
    if (gone !== undefined && gone === come) {
      lines.push({ kind: 'same', text: gone })
      i += 1
      j += 1
    } else if (gone !== undefined && (come === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(gone))
      i += 1
    } else {
      lines.push(added(come ?? ''))
      j += 1
    }
  }
  return lines
}
