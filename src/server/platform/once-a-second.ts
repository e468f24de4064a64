const FRESH_MS = 1_000

/** Asks again only what was last asked more than a second ago, so that nobody can make it costly by asking often. */
export function onceASecond<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<Result> | undefined
  let endsAt = Number.NEGATIVE_INFINITY // of the freshness of the last answer; infinite while it is being found
  return () => {
    if (last && performance.now() < endsAt) return last
    endsAt = Number.POSITIVE_INFINITY
    last = ask().finally(() => {
      endsAt = performance.now() + FRESH_MS
    })
    return last
  }
}
