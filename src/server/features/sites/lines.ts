/** How many lines of `after` are new, and how many of `before` are no longer there; their order does not count. */
export function countLines(before: string, after: string): { added: number; removed: number } {
  const left = new Map<string, number>()
  for (const line of before.split('\n')) left.set(line, (left.get(line) ?? 0) + 1)
  let added = 0
  for (const line of after.split('\n')) {
    const count = left.get(line) ?? 0
    if (count > 0) left.set(line, count - 1)
    else added += 1
  }
  return { added, removed: [...left.values()].reduce((sum, count) => sum + count, 0) }
}
