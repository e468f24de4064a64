import type { Log } from './log.ts'
import type { JobDefinition, JobHandler } from './platform.ts'

/** How often `failed` is called while it throws. */
export const TRIES_TO_GIVE_UP = 10

/** Why a run's signal fired: the process stops, and the run does not count. */
export class StoppedError extends Error {
  override name = 'StoppedError'
  constructor() {
    super('The process is stopping')
  }
}

/** What is to be written down after a run. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'stopped' }
  | { kind: 'again'; delaySeconds: number; error: string }
  | { kind: 'dead'; error: string }

export interface Run {
  payload: unknown
  /** 1 on the first run; beyond the definition's attempts only the giving up is left to do. */
  attempt: number
  /** What the run before died of. */
  error: string | null
}

/** Runs a handler once, within its time, and says what follows. Never rejects. */
export async function runHandler(
  handler: JobHandler<unknown>,
  run: Run,
  stopping: AbortSignal,
  log: Log,
): Promise<Outcome> {
  const { definition } = handler
  if (run.attempt > definition.attempts)
    return await giveUp(handler, run, new Error(run.error ?? 'The process died in the last attempt'), log)
  const timeUp = new AbortController()
  const timer = setTimeout(
    () => timeUp.abort(new Error(`The job took longer than ${definition.timeoutSeconds} seconds`)),
    definition.timeoutSeconds * 1000,
  )
  const signal = AbortSignal.any([timeUp.signal, stopping])
  try {
    await Promise.race([handler.run(run.payload, { attempt: run.attempt, signal }), abortOf(signal)])
    return { kind: 'done' }
  } catch (error) {
    if (stopping.aborted) return { kind: 'stopped' }
    log.warn({ err: error, job: definition.name, attempt: run.attempt }, 'A job failed')
    if (run.attempt >= definition.attempts) return await giveUp(handler, run, error, log)
    return { kind: 'again', delaySeconds: delayAfter(definition, run.attempt), error: messageOf(error) }
  } finally {
    clearTimeout(timer)
  }
}

async function giveUp(handler: JobHandler<unknown>, run: Run, cause: unknown, log: Log): Promise<Outcome> {
  const { definition } = handler
  try {
    await handler.failed?.(run.payload, cause)
  } catch (error) {
    log.error({ err: error, job: definition.name }, 'A failed job could not be given up')
    if (run.attempt < definition.attempts + TRIES_TO_GIVE_UP)
      return { kind: 'again', delaySeconds: Math.max(1, delayAfter(definition, run.attempt)), error: messageOf(cause) }
  }
  return { kind: 'dead', error: messageOf(cause) }
}

/** Seconds to wait after the given attempt: the list's last entry repeats. */
export function delayAfter(definition: JobDefinition<unknown>, attempt: number): number {
  const delays = definition.retryDelaySeconds
  return delays[Math.min(attempt, delays.length) - 1] ?? 0
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
