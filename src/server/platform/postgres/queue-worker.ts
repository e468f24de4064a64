import { setTimeout as delay } from 'node:timers/promises'
import { isMachineFailure } from '../../db/outage.ts'
import { endRuns, type Outcome, runHandler, StoppedError } from '../job-run.ts'
import type { Log } from '../log.ts'
import type { JobHandler } from '../platform.ts'
import { createRoundRobin } from '../round-robin.ts'
import type { Boss, FetchedJob } from './boss.ts'

const SETTLE_TRIES = 5

export type QueueWorker = ReturnType<typeof openQueueWorker>

interface QueueWorkerOptions {
  queue: string
  /** Maximum number of concurrent runs in this process. */
  concurrency: number
  /** Whether jobs are taken in round-robin order of their fairness keys. */
  isFair: boolean
  handlerOf(name: string): JobHandler<unknown> | undefined
}

/** Runs the jobs of one queue in this process, up to `concurrency` at once. */
export function openQueueWorker({ queue, concurrency, isFair, handlerOf }: QueueWorkerOptions, boss: Boss, log: Log) {
  const running = new Map<string, { waitingFor: string | null; stop: () => void; done: Promise<void> }>()
  const roundRobin = createRoundRobin(concurrency)
  let open = true
  let filling: Promise<void> | undefined
  let askedAgain = false

  /** Takes as many due jobs as may run. If called while it is running, it checks again afterwards. */
  function fill(): void {
    if (!open) return
    askedAgain = true
    filling ??= take().finally(() => {
      filling = undefined
      if (askedAgain) fill()
    })
  }

  async function take(): Promise<void> {
    while (askedAgain) {
      askedAgain = false
      try {
        while (open && running.size < concurrency) {
          const jobs = await fetch(concurrency - running.size)
          for (const job of jobs) begin(job)
          if (!isFair || jobs.length === 0) break
        }
      } catch (error) {
        log.error({ err: error, job: queue }, 'The job queue could not be read and is tried again')
      }
    }
  }

  async function fetch(free: number): Promise<FetchedJob[]> {
    if (!isFair) return boss.fetch(queue, free)
    const job = await roundRobin(running.values(), async (waiting) => (await boss.fetch(queue, 1, waiting))[0])
    return job ? [job] : []
  }

  function begin(job: FetchedJob): void {
    const handler = handlerOf(job.name)
    if (!handler) return // the job gets no heartbeat, so that a process which has a handler takes it over
    const stopping = new AbortController()
    const outcome: Promise<Outcome> = open
      ? runHandler(handler, job, stopping.signal, log)
      : Promise.resolve({ kind: 'stopped' })
    const done = outcome
      .then((ended) => settle(handler, job, ended))
      .finally(() => {
        running.delete(job.id)
        fill()
      })
    running.set(job.id, { waitingFor: job.waitingFor, stop: () => stopping.abort(new StoppedError()), done })
  }

  /**
   * Stores the outcome of a run, in up to five tries, or more while the failures are the machine's (`isMachineFailure`)
   * and this worker is open, because no other process does it. If it never succeeds, the job runs again.
   */
  async function settle({ definition }: JobHandler<unknown>, job: FetchedJob, outcome: Outcome): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await boss.settle(definition, job, outcome)
      } catch (error) {
        log.error({ err: error, job: definition.name }, 'The end of a job could not be written down')
        if (tries >= SETTLE_TRIES && !(open && isMachineFailure(error))) return
        await delay(1000)
      }
    }
  }

  return {
    queue,
    fill,
    /** Renews the heartbeat of all jobs that run here; without it, other processes would take them over. */
    async touch(): Promise<void> {
      if (running.size > 0) await boss.touch(queue, [...running.keys()])
    },
    /** Takes no more jobs, waits up to `graceMs` milliseconds for those that run, then aborts them. */
    async close(graceMs: number): Promise<void> {
      open = false
      await filling
      await endRuns(running, graceMs)
    },
  }
}
