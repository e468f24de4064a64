/**
 * Makes a function that runs `work` at the first call and shares its result with all later ones. After a failure, the
 * next call runs it again.
 */
export function onceDone<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let doing: Promise<Result> | undefined
  return () => {
    doing ??= work().catch((error: unknown) => {
      doing = undefined
      throw error
    })
    return doing
  }
}
