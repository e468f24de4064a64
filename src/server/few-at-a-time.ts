interface FewAtATime {
  atOnce: number
  /** How many may wait for their turn. */
  waitingAtMost?: number
  /** Milliseconds for which each of them waits. */
  patienceMs?: number
  /** Makes the error for a task that may not wait, or whose turn does not come in time, where there can be one. */
  refusal?: () => Error
}

/** Makes a function that runs only so many tasks at a time, the others in the order of its calls. */
export function fewAtATime({
  atOnce,
  waitingAtMost = Number.POSITIVE_INFINITY,
  patienceMs,
  refusal = () => new Error('Too many tasks wait for their turn.'),
}: FewAtATime) {
  const waiting = new Set<() => void>()
  let running = 0

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(patience)
        waiting.delete(begin)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(begin)
        reject(refusal())
      }
      const patience = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs)
      waiting.add(begin)
    })

  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running += 1
    else if (waiting.size < waitingAtMost) await turn()
    else throw refusal()
    try {
      return await work()
    } finally {
      const [begin] = waiting
      if (begin)
        begin() // which takes this task's place
      else running -= 1
    }
  }
}
