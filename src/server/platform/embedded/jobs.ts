import { newId } from '../../db/ids.ts'
import { afterCommit } from '../after-commit.ts'
import { runHandler, StoppedError } from '../job-run.ts'
import type { Log } from '../log.ts'
import type { Database, JobHandler, JobQueue } from '../platform.ts'
import { within } from '../within.ts'
import { type ClaimedJob, claimJobs, insertJob, recoverJobs, type Settlement, settleJobs } from './job-table.ts'

const LONGEST_TIMER_MS = 2 ** 31 - 1 // setTimeout fires at once beyond this
const AFTER_DATABASE_ERROR_MS = 1000
const AFTER_ABORT_MS = 1000 // for handlers to notice their signal before the database closes

/**
 * The queue of one process: a table, and one timer set for the next job that falls due. Commits and finished runs wake
 * it; while nothing is due it asks nothing.
 */
export function createEmbeddedJobs(database: Database, log: Log): JobQueue {
  const handlers = new Map<string, JobHandler<unknown>>()
  const running = new Map<string, { name: string; stop: () => void; done: Promise<void> }>()
  let settled: Settlement[] = []
  let state: 'idle' | 'running' | 'stopping' = 'idle'
  let timer: NodeJS.Timeout | undefined
  let pumping: Promise<void> | undefined
  let askedAgain = false

  /** Writes down what finished and takes what is due; asked for while at it, once more after. */
  function wake(): void {
    if (state === 'idle') return
    askedAgain = true
    pumping ??= pump().finally(() => {
      pumping = undefined
      if (askedAgain) wake()
    })
  }

  async function pump(): Promise<void> {
    while (askedAgain) {
      askedAgain = false
      try {
        await turn()
      } catch (error) {
        log.error({ err: error }, 'The job queue could not reach its table and tries again')
        setTimer(Date.now() + AFTER_DATABASE_ERROR_MS)
      }
    }
  }

  async function turn(): Promise<void> {
    clearTimeout(timer)
    const written = [...settled] // runs that end meanwhile are for the next turn
    const free = state === 'running' ? freeSlots() : new Map<string, number>()
    const { claimed, nextAt } = await database.transaction(async (tx) => {
      await settleJobs(tx, written)
      return await claimJobs(tx, free, Date.now())
    })
    settled = settled.filter((settlement) => !written.includes(settlement))
    for (const job of claimed) startRun(job)
    if (nextAt !== undefined) setTimer(nextAt)
  }

  function setTimer(at: number): void {
    clearTimeout(timer)
    timer = setTimeout(wake, Math.min(Math.max(at - Date.now(), 0), LONGEST_TIMER_MS))
  }

  function freeSlots(): Map<string, number> {
    const free = new Map<string, number>()
    for (const { definition } of handlers.values()) free.set(definition.name, definition.concurrency)
    for (const { name } of running.values()) free.set(name, (free.get(name) ?? 0) - 1)
    return free
  }

  function startRun(job: ClaimedJob): void {
    const handler = handlers.get(job.name)
    if (!handler) return
    const stopping = new AbortController()
    const done = runHandler(handler, job, stopping.signal, log).then((outcome) => {
      running.delete(job.id)
      settled.push({ job, outcome })
      wake()
    })
    running.set(job.id, { name: job.name, stop: () => stopping.abort(new StoppedError()), done })
  }

  return {
    async send(tx, definition, payload, options) {
      const now = Date.now()
      await insertJob(tx, {
        id: newId(),
        name: definition.name,
        payload: JSON.stringify(payload),
        state: 'pending',
        attempts: 0,
        run_at: now + (options?.delaySeconds ?? 0) * 1000,
        error: null,
        created_at: now,
      })
      afterCommit(tx, wake)
    },
    async start(given) {
      for (const handler of given) handlers.set(handler.definition.name, handler as unknown as JobHandler<unknown>)
      await database.transaction((tx) => recoverJobs(tx, Date.now()))
      state = 'running'
      wake()
    },
    isRunning: () => state === 'running',
    async stop(graceMs) {
      if (state !== 'running') return
      state = 'stopping'
      clearTimeout(timer)
      await pumping
      await within(graceMs, [...running.values()])
      for (const run of running.values()) run.stop()
      await within(AFTER_ABORT_MS, [...running.values()])
      wake()
      while (pumping) await pumping
      state = 'idle'
      clearTimeout(timer)
    },
  }
}
