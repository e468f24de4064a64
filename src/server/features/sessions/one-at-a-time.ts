/** Makes a function that runs the tasks of each key one after another, in the order of its calls. */
export function oneAtATime() {
  const last = new Map<string, Promise<unknown>>()

  return async function run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = last.get(key)
    const result = before ? before.then(work) : work()
    const settled = result.catch(() => undefined)
    last.set(key, settled)
    try {
      return await result
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}
