import { AppError } from '../../errors.ts'

const RETRY_SECONDS = 5

/**
 * Makes a function that runs at most `atOnce` tasks at a time, the others in the order of its calls.
 * @param waitingAtMost how many may wait for their turn
 * @throws (the returned function) AppError 503 `service_unavailable` when as many wait already
 */
export function fewAtATime(atOnce: number, waitingAtMost: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running += 1
    else if (waiting.length < waitingAtMost) await new Promise<void>((begin) => waiting.push(begin))
    else throw tooManyWaiting()
    try {
      return await work()
    } finally {
      const begin = waiting.shift() // which takes this task's place
      if (begin) begin()
      else running -= 1
    }
  }
}

const tooManyWaiting = () =>
  new AppError('service_unavailable', {
    message: `The server has too much to do at the moment. Try again in ${RETRY_SECONDS} seconds.`,
    headers: { 'Retry-After': RETRY_SECONDS },
  })
