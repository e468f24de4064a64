/** Rows per statement, far below the limits on parameters of both databases. */
const ROWS_PER_STATEMENT = 200

/** Cuts items into lists that are short enough for one statement each. */
export function* batches<Item>(items: readonly Item[], size = ROWS_PER_STATEMENT): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
