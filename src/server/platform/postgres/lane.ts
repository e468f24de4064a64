import { setTimeout as delay } from 'node:timers/promises'
import { type Outcome, runHandler, StoppedError } from '../job-run.ts'
import type { Log } from '../log.ts'
import type { JobHandler } from '../platform.ts'
import { within } from '../within.ts'
import type { Boss, FetchedJob } from './boss.ts'

const SETTLE_TRIES = 5
const AFTER_ABORT_MS = 1000 // for handlers to notice their signal before the connections close

export type Lane = ReturnType<typeof openLane>

/** Runs one kind of job in this process, as many at once as its definition allows. */
export function openLane(handler: JobHandler<unknown>, boss: Boss, log: Log) {
  const { definition } = handler
  const running = new Map<string, { stop: () => void; done: Promise<void> }>()
  let open = true
  let filling: Promise<void> | undefined
  let askedAgain = false

  /** Takes what is due and has room; asked for while at it, once more after. */
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
      const free = definition.concurrency - running.size
      if (free <= 0 || !open) return
      try {
        for (const job of await boss.fetch(definition.name, free)) begin(job)
      } catch (error) {
        log.error({ err: error, job: definition.name }, 'The job queue could not be read and is tried again')
      }
    }
  }

  function begin(job: FetchedJob): void {
    const stopping = new AbortController()
    const outcome: Promise<Outcome> = open
      ? runHandler(handler, job, stopping.signal, log)
      : Promise.resolve({ kind: 'stopped' })
    const done = outcome
      .then((ended) => settle(job, ended))
      .finally(() => {
        running.delete(job.id)
        fill()
      })
    running.set(job.id, { stop: () => stopping.abort(new StoppedError()), done })
  }

  /** Unless this succeeds, the heartbeat ends and the job runs again. */
  async function settle(job: FetchedJob, outcome: Outcome): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await boss.settle(definition, job, outcome)
      } catch (error) {
        log.error({ err: error, job: definition.name }, 'The end of a job could not be written down')
        if (tries === SETTLE_TRIES) return
        await delay(1000)
      }
    }
  }

  return {
    fill,
    /** Tells the others that what runs here still does. */
    async touch(): Promise<void> {
      if (running.size > 0) await boss.touch(definition.name, [...running.keys()])
    },
    /** Takes nothing more, waits for what runs, then aborts it. */
    async close(graceMs: number): Promise<void> {
      open = false
      await filling
      await within(graceMs, [...running.values()])
      for (const run of running.values()) run.stop()
      await within(AFTER_ABORT_MS, [...running.values()])
    },
  }
}
