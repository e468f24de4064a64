interface Caller<Result> {
  resolve(flight: Flight<Result>): void
  reject(error: unknown): void
}

interface Flight<Result> {
  result: Result
  /** Position of this caller among those that share the call, from 0. */
  place: number
  callers: number
}

type Ask<Result> = (callers: number) => Promise<Result>

/**
 * Lets callers with one key share calls. Those who come while a call is running share the next one, so that nobody gets
 * a result that was read before they asked.
 * @param patienceMs milliseconds after which the next call starts anyway, because the connection of the one before may
 * be dead
 */
export function singleFlight(patienceMs = 1_000): <Result>(key: string, ask: Ask<Result>) => Promise<Flight<Result>> {
  const waiting = new Map<string, Caller<never>[]>()

  async function run<Result>(key: string, first: Caller<Result>, ask: Ask<Result>): Promise<void> {
    let callers = [first]
    while (callers.length > 0) {
      waiting.set(key, [])
      await endOrPatience(serve(callers, ask), patienceMs)
      callers = (waiting.get(key) ?? []) as unknown as Caller<Result>[]
    }
    waiting.delete(key)
  }

  return (key, ask) =>
    new Promise((resolve, reject) => {
      const caller = { resolve, reject }
      const others = waiting.get(key)
      if (others) others.push(caller)
      else void run(key, caller, ask)
    })
}

async function serve<Result>(callers: readonly Caller<Result>[], ask: Ask<Result>): Promise<void> {
  try {
    const result = await ask(callers.length)
    for (const [place, caller] of callers.entries()) caller.resolve({ result, place, callers: callers.length })
  } catch (error) {
    for (const caller of callers) caller.reject(error)
  }
}

function endOrPatience(served: Promise<void>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    served.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
