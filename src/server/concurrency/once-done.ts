/** Makes a function that runs `work` once and shares its result; after a failure, the next call runs it again. */
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
