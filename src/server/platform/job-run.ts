import { isMachineFailure } from '../db/outage.ts'
import type { Log } from './log.ts'
import type { JobDefinition, JobHandler } from './platform.ts'

/** How often `failed` is called while it throws. */
export const TRIES_TO_GIVE_UP = 10
/**
 * After so many interruptions a job may be what kills its processes: from then on only one such job runs in a process
 * at a time, so that the innocent ones among them end.
 */
export const SUSPECT_AFTER = 2
const INTERRUPTIONS = 5
const AFTER_MACHINE_FAILURE_SECONDS = 2

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
  /** The machine failed, not the job: it runs again, and this attempt does not count. */
  | { kind: 'postponed'; delaySeconds: number }
  | { kind: 'again'; delaySeconds: number; error: string }
  | { kind: 'dead'; error: string }

export interface Run {
  payload: unknown
  /**
   * 1 on the first run. A number beyond the definition's attempts means that all that is left to do is to give the job
   * up.
   */
  attempt: number
  /** How many runs ended because their process died. */
  interruptions: number
  /** The error of the run before. */
  error: string | null
}

export const isSuspect = ({ interruptions }: Pick<Run, 'interruptions'>) => interruptions >= SUSPECT_AFTER

/** Runs a handler once, within its time limit, and returns what follows from it. Never rejects. */
export async function runHandler(
  handler: JobHandler<unknown>,
  run: Run,
  stopping: AbortSignal,
  log: Log,
): Promise<Outcome> {
  const { definition } = handler
  if (run.interruptions >= (definition.interruptions ?? INTERRUPTIONS))
    return await giveUp(handler, run, new Error('The process died each time this job ran'), log)
  if (run.attempt > definition.attempts)
    return await giveUp(handler, run, new Error(run.error ?? 'The last attempt failed'), log)
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
    if (stopping.aborted) return await stopped(handler, run, log)
    log.warn({ err: error, job: definition.name, attempt: run.attempt }, 'A job failed')
    if (isMachineFailure(error)) return { kind: 'postponed', delaySeconds: AFTER_MACHINE_FAILURE_SECONDS }
    if (run.attempt >= definition.attempts) return await giveUp(handler, run, error, log)
    return { kind: 'again', delaySeconds: delayAfter(definition, run.attempt), error: messageOf(error) }
  } finally {
    clearTimeout(timer)
  }
}

async function stopped(handler: JobHandler<unknown>, run: Run, log: Log): Promise<Outcome> {
  await handler
    .interrupted?.(run.payload)
    .catch((error) =>
      log.warn({ err: error, job: handler.definition.name }, 'What a stopped run left was not tidied up'),
    )
  return { kind: 'stopped' }
}

async function giveUp(handler: JobHandler<unknown>, run: Run, cause: unknown, log: Log): Promise<Outcome> {
  const { definition } = handler
  // Giving up may itself be what kills the process. After so many tries the job is just marked as dead.
  if (run.interruptions > (definition.interruptions ?? INTERRUPTIONS) + TRIES_TO_GIVE_UP)
    return { kind: 'dead', error: messageOf(cause) }
  try {
    await handler.failed?.(run.payload, cause)
  } catch (error) {
    log.error({ err: error, job: definition.name }, 'A failed job could not be given up')
    if (isMachineFailure(error)) return { kind: 'postponed', delaySeconds: AFTER_MACHINE_FAILURE_SECONDS }
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
