interface FewAtATime {
  atOnce: number
  /** How many may wait for their turn. */
  waitingAtMost?: number
  /** Milliseconds for which a task waits for its turn at most; undefined: for as long as it takes. */
  patienceMs?: number
  /** Makes the error for a task that may not wait, because too many do, or whose turn does not come in time. */
  refusal?: () => Error
}

/** Makes a function that runs at most `atOnce` tasks at a time; the others wait in the order of its calls. */
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
        begin() // the next task takes the place of this one, so `running` stays as it is
      else running -= 1
    }
  }
}
