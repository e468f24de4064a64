import { setTimeout as delay } from 'node:timers/promises'
import { isMachineFailure } from '../db/outage.ts'
import { measures } from '../process/measures.ts'
import { traceIdOf, withinTrace } from '../process/trace.ts'
import type { Log } from './log.ts'
import type { JobDefinition, JobHandler } from './platform.ts'

/** How many more times a job's `failed` handler is run if it throws, failures of the machine aside. */
const TRIES_TO_GIVE_UP = 10
/**
 * Crashes during a job after which it is suspected of causing them. Suspected ones run one at a time, so others finish.
 */
export const SUSPECT_AFTER = 2
const INTERRUPTIONS = 5
const AFTER_MACHINE_FAILURE_SECONDS = 2
/** Milliseconds that an aborted handler has to tidy up before its run has ended, so that the next doesn't overlap. */
const TIDY_UP_MS = 1_000
/** Milliseconds that aborted runs get to end, and their outcomes to be stored, before the database closes. */
const AFTER_ABORT_MS = 2 * TIDY_UP_MS

/** The reason of a run's abort signal when the process stops. Such a run does not count as an attempt. */
export class StoppedError extends Error {
  override name = 'StoppedError'
  constructor() {
    super('The process is stopping')
  }
}

/** The reason of a run's abort signal once the run has ended: one for all runs, as making an error takes long. */
const OVER = new Error('The run has ended')

export type Outcome =
  | { kind: 'done' }
  | { kind: 'stopped' }
  /** The machine failed and not the job, so it runs again without counting this attempt. */
  | { kind: 'postponed'; delaySeconds: number }
  | { kind: 'again'; delaySeconds: number; error: string }
  | { kind: 'dead'; error: string }

export interface Run {
  payload: unknown
  /**
   * Number of this run, from 1; runs that were postponed, stopped or interrupted don't count. A number above the
   * definition's `attempts` means that the job has failed for good and only its `failed` handler remains to be run.
   */
  attempt: number
  interruptions: number
  /** The error of the last run that failed; null if none has. */
  error: string | null
  /** The trace of what has queued the job, as a `traceparent` header; null if it has none. */
  traceparent: string | null
}

/**
 * Runs the handler within its time limit, or `failed` if the job has failed for good, as part of the trace of what has
 * queued the job. Never rejects.
 */
export function runHandler(handler: JobHandler<unknown>, run: Run, stopping: AbortSignal, log: Log): Promise<Outcome> {
  return withinTrace(run.traceparent, () => runAndLog(handler, run, stopping, log))
}

async function runAndLog(handler: JobHandler<unknown>, run: Run, stopping: AbortSignal, log: Log): Promise<Outcome> {
  const begun = performance.now()
  const outcome = await outcomeOf(handler, run, stopping, log)
  const ms = performance.now() - begun
  const { name } = handler.definition
  measures.job.tell({ name, outcome: outcome.kind, seconds: ms / 1_000 })
  const traceId = traceIdOf(run.traceparent)
  const line = { job: name, outcome: outcome.kind, attempt: run.attempt, ms: Math.round(ms) }
  log.info({ ...line, ...(traceId && { traceId }) }, 'job')
  return outcome
}

async function outcomeOf(handler: JobHandler<unknown>, run: Run, stopping: AbortSignal, log: Log): Promise<Outcome> {
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
  const work = (async () => handler.run(run.payload, { attempt: run.attempt, signal }))()
  try {
    await Promise.race([work, abortOf(signal)])
    return { kind: 'done' }
  } catch (error) {
    if (signal.aborted && (await succeeds(work, TIDY_UP_MS))) return { kind: 'done' }
    if (stopping.aborted) {
      await tidyUp(handler, run, log)
      return { kind: 'stopped' }
    }
    log.warn({ err: error, job: definition.name, attempt: run.attempt }, 'A job failed')
    if (isMachineFailure(error)) return { kind: 'postponed', delaySeconds: AFTER_MACHINE_FAILURE_SECONDS }
    if (run.attempt >= definition.attempts) return await giveUp(handler, run, error, log)
    return { kind: 'again', delaySeconds: delayAfter(definition, run.attempt), error: messageOf(error) }
  } finally {
    clearTimeout(timer)
    // Node keeps a signal made of others, and all that listens to it, until it is aborted or the others are gone.
    timeUp.abort(OVER)
  }
}

/** Waits for aborted work to end, but no longer than the given time. Returns whether it has succeeded all the same. */
function succeeds(work: Promise<void>, milliseconds: number): Promise<boolean> {
  const ended = work.then(
    () => true,
    () => false,
  )
  return Promise.race([ended, delay(milliseconds, false, { ref: false })])
}

/** Waits up to `graceMs` milliseconds for runs, by id, to end, and then aborts those that remain. */
export async function endRuns(
  running: ReadonlyMap<string, { stop: () => void; done: Promise<void> }>,
  graceMs: number,
): Promise<void> {
  const end = () => Promise.all([...running.values()].map(({ done }) => done))
  await Promise.race([end(), delay(graceMs, undefined, { ref: false })])
  for (const run of running.values()) run.stop()
  await Promise.race([end(), delay(AFTER_ABORT_MS, undefined, { ref: false })])
}

/** Tidies up what a run has left that was cut off. Never rejects; returns undefined if it did not succeed. */
export async function tidyUp({ definition, interrupted }: JobHandler<unknown>, { payload }: Run, log: Log) {
  try {
    await interrupted?.(payload)
    return { kind: 'interrupted' } as const
  } catch (error) {
    log.error({ err: error, job: definition.name }, 'What a run has left that was cut off could not be tidied up')
    return undefined
  }
}

async function giveUp(handler: JobHandler<unknown>, run: Run, cause: unknown, log: Log): Promise<Outcome> {
  const { definition } = handler
  // The `failed` handler may itself crash the process. After this many tries the job is only marked as dead.
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

/** Seconds to wait after an attempt, numbered from 1. The list's last entry applies to all further ones. */
function delayAfter(definition: JobDefinition<unknown>, attempt: number): number {
  const delays = definition.retryDelaySeconds
  return delays[Math.min(attempt, delays.length) - 1] ?? 0
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** The message of an error without NUL characters, which PostgreSQL can't store. */
function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\0', '')
}
