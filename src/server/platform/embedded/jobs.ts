import { afterCommit } from '../after-commit.ts'
import { endRuns, isSuspect, runHandler, StoppedError } from '../job-run.ts'
import type { Log } from '../log.ts'
import type { Database, JobHandler, JobQueue } from '../platform.ts'
import { createRoundRobin, type RoundRobin } from '../round-robin.ts'
import {
  type ClaimedJob,
  claimJobs,
  followClock,
  insertJob,
  pruneDeadJobs,
  type Room,
  recoverJobs,
  type Settlement,
  type Slots,
  selectActive,
  settleJobs,
} from './job-table.ts'

const LONGEST_TIMER_MS = 60_000 // milliseconds; also the longest time until a clock that was set back is noticed
const AFTER_DATABASE_ERROR_MS = 1000
const PRUNE_EVERY_MS = 60 * 60 * 1000

/**
 * The job queue of a single process: a table, and a timer set for the next job that falls due. Commits that queue jobs
 * and finished runs wake it up; while no job is waiting it makes no queries.
 */
export function createEmbeddedJobs(database: Database, log: Log): JobQueue {
  const handlers = new Map<string, { handler: JobHandler<unknown>; roundRobin: RoundRobin | undefined }>()
  const running = new Map<string, { job: ClaimedJob; stop: () => void; done: Promise<void> }>()
  let settled: Settlement[] = []
  let state: 'idle' | 'running' | 'stopping' = 'idle'
  let timer: NodeJS.Timeout | undefined
  let pumping: Promise<void> | undefined
  let askedAgain = false
  let lastCycleAt = 0
  let prunedAt = 0

  /**
   * Runs a cycle of the queue: stores the outcomes of finished runs, then takes the jobs that are due. If called during
   * a cycle, another one follows.
   */
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
        await cycle()
      } catch (error) {
        log.error({ err: error }, 'The job queue could not reach its table and tries again')
        setTimer(Date.now() + AFTER_DATABASE_ERROR_MS)
      }
    }
  }

  async function cycle(): Promise<void> {
    clearTimeout(timer)
    const written = [...settled] // outcomes of runs that end meanwhile are stored by the next cycle
    const room = state === 'running' ? roomNow() : { free: new Map(), forSuspect: false }
    const { claimed, nextAt } = await database.transaction(async (tx) => {
      const now = Date.now()
      if (now < lastCycleAt) await followClock(tx, now)
      lastCycleAt = now
      await settleJobs(tx, written)
      if (now >= prunedAt + PRUNE_EVERY_MS) {
        await pruneDeadJobs(tx, now)
        prunedAt = now
      }
      return await claimJobs(tx, room, now)
    })
    settled = settled.filter((settlement) => !written.includes(settlement))
    for (const job of claimed) startRun(job)
    if (nextAt !== undefined) setTimer(nextAt)
  }

  function setTimer(at: number): void {
    clearTimeout(timer)
    timer = setTimeout(wake, Math.min(Math.max(at - Date.now(), 0), LONGEST_TIMER_MS))
  }

  function roomNow(): Room {
    const jobs = [...running.values()].map(({ job }) => job)
    const free = new Map<string, Slots>()
    for (const [name, { handler, roundRobin }] of handlers) {
      const own = jobs.filter((job) => job.name === name && !isSuspect(job))
      free.set(name, { slots: handler.definition.concurrency - own.length, running: own, roundRobin })
    }
    return { free, forSuspect: !jobs.some(isSuspect) }
  }

  function startRun(job: ClaimedJob): void {
    const found = handlers.get(job.name)
    if (!found) return
    const stopping = new AbortController()
    const done = runHandler(found.handler, job, stopping.signal, log).then((outcome) => {
      running.delete(job.id)
      settled.push({ job, outcome })
      wake()
    })
    running.set(job.id, { job, stop: () => stopping.abort(new StoppedError()), done })
  }

  async function recover(): Promise<void> {
    for (const { name, payload } of await selectActive(database.read))
      await handlers
        .get(name)
        ?.handler.interrupted?.(JSON.parse(payload))
        .catch((error) => log.error({ err: error, job: name }, 'What a dead run left could not be tidied up'))
    await database.transaction(async (tx) => {
      await recoverJobs(tx, Date.now())
      await followClock(tx, Date.now())
    })
  }

  return {
    async send(tx, definition, payload, options) {
      await insertJob(tx, definition, payload, options?.delaySeconds ?? 0)
      afterCommit(tx, wake)
    },
    async start(given) {
      for (const handler of given as readonly unknown[] as JobHandler<unknown>[])
        handlers.set(handler.definition.name, {
          handler,
          roundRobin: handler.definition.fairnessKey && createRoundRobin(handler.definition.concurrency),
        })
      await recover()
      state = 'running'
      wake()
    },
    async watch() {}, // there is only one process, which runs its jobs itself
    isRunning: () => state === 'running',
    async stop(graceMs) {
      if (state !== 'running') return
      state = 'stopping'
      clearTimeout(timer)
      await pumping
      await endRuns(running, graceMs)
      wake()
      while (pumping) await pumping
      state = 'idle'
      clearTimeout(timer)
    },
  }
}
