/**
 * Calls `work` for each item, at most `atOnce` at a time. After an error no further item is begun.
 * @returns the results, in the order of the items
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  let next = 0
  async function goOn(): Promise<void> {
    while (next < items.length) {
      const at = next
      next += 1
      try {
        results[at] = await work(items[at]!)
      } catch (error) {
        next = items.length
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, goOn))
  return results
}
