import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../db/ids.ts'
import type { Tx } from '../db/tables.ts'
import { endRuns, runHandler, StoppedError, tidyUp } from './job-run.ts'
import * as table from './job-table.ts'
import type { Log } from './log.ts'
import type { Database, JobHandler, JobQueue, Notifications } from './platform.ts'
import { createRoundRobin, type RoundRobin } from './round-robin.ts'

const TOPIC = 'jobs' // of the notifications that name a job which has been queued
const SUSPECTS = '' // the lane of the jobs that are suspected of crashing their process
const LOOK_EVERY_MS = 1_000 // for jobs whose delay is over or whose notification was lost, and for dead processes
const RENEW_EVERY_MS = 3_000 // a fraction of LEASE_MS
const CLAIMED_AT_ONCE = 50 // in one lane
const PRUNE_EVERY_MS = 60 * 60 * 1000
const STORING_MS = 5_000 // for the outcomes of the last runs when the queue stops

/** Jobs that share slots in this process: those of one name, or the suspected ones of all names. */
interface Lane {
  key: string
  slots: number
  roundRobin: RoundRobin | undefined
  running: Set<table.ClaimedJob>
}

/**
 * The job queue, which is a table. A process leases the jobs that it takes, renews its leases while it lives, and queues
 * the jobs of others again whose leases are over. Notifications tell it of queued jobs, and it looks at the table each
 * second. It does all this in cycles, one after the other.
 */
export function createJobQueue(
  database: Pick<Database, 'read' | 'transaction'>,
  notifications: Notifications,
  log: Log,
): JobQueue {
  const handlers = new Map<string, JobHandler<unknown>>()
  const lanes = new Map<string, Lane>()
  const running = new Map<string, { stop: () => void; done: Promise<void> }>() // by the ids of their jobs
  const settled: table.Settlement[] = []
  let worker: table.Worker = { id: '', names: '' }
  let state: 'idle' | 'watching' | 'running' | 'stopping' = 'idle'
  let asked = new Set<string>() // the lanes in which jobs may be due
  let timer: NodeJS.Timeout | undefined
  let cycling: Promise<void> | undefined
  let isAskedAgain = false
  let lookAt = 0
  let renewAt = 0
  let othersKnownFrom = 0
  let prunedAt = 0
  let lastNow = 0 // by the database's clock
  let unsubscribe = () => {}

  /** Runs a cycle; if called during one, another follows. @param lane where jobs may be due; null to look for them */
  function wake(lane: string | null): void {
    if (lane === null) lookAt = 0
    else asked.add(lane)
    run()
  }

  function run(): void {
    if (state === 'idle') return
    isAskedAgain = true
    cycling ??= cycles().finally(() => {
      cycling = undefined
      if (isAskedAgain) run()
    })
  }

  async function cycles(): Promise<void> {
    while (isAskedAgain) {
      isAskedAgain = false
      clearTimeout(timer)
      try {
        await cycle()
      } catch (error) {
        log.error({ err: error }, 'The job queue could not reach its table and tries again')
        lookAt = performance.now() + LOOK_EVERY_MS
        // Others may not have reached it either. All get time to renew their leases before any counts as dead.
        othersKnownFrom = performance.now() + table.LEASE_MS
      }
      timer = setTimeout(run, Math.max(0, lookAt - performance.now()))
    }
  }

  async function cycle(): Promise<void> {
    // Before all else, because a process that was paused would otherwise lose its jobs, or take others' from them.
    if (running.size > 0 && performance.now() >= renewAt) {
      await database.transaction((tx) => table.renewLeases(tx, worker))
      renewAt = performance.now() + RENEW_EVERY_MS
    }
    if (performance.now() >= lookAt) await look()
    const due = state === 'running' ? [...asked].flatMap((key) => lanes.get(key) ?? []).filter(hasRoom) : []
    asked = new Set()
    const written = [...settled] // outcomes of runs that end meanwhile are stored by the next cycle
    if (due.length + written.length === 0) return
    const claimed = await database.transaction(async (tx) => {
      await table.settleJobs(tx, written)
      const all: [Lane, table.ClaimedJob[]][] = []
      for (const lane of due) all.push([lane, await claimIn(lane, tx)])
      return all
    })
    settled.splice(0, written.length)
    for (const [lane, jobs] of claimed) {
      for (const job of jobs) begin(job, lane)
      if (jobs.length === CLAIMED_AT_ONCE) wake(lane.key)
    }
  }

  /** Finds the lanes in which jobs are due and when to look again, and takes over jobs of dead processes. */
  async function look(): Promise<void> {
    const found = await table.lookAtJobs(database.read, worker)
    const { now = 0, suspectDueAt = null, hasOrphans = false } = found[0] ?? {}
    let wait = LOOK_EVERY_MS
    for (const { name, dueAt } of [{ name: SUSPECTS, dueAt: suspectDueAt }, ...found])
      if (dueAt !== null && dueAt > now) wait = Math.min(wait, dueAt - now)
      else if (dueAt !== null) asked.add(name)
    lookAt = performance.now() + wait
    if (now < lastNow) await database.transaction(table.followClock)
    lastNow = now
    if (Date.now() >= prunedAt + PRUNE_EVERY_MS) {
      await database.transaction(table.pruneDeadJobs)
      prunedAt = Date.now()
    }
    if (!hasOrphans || state === 'stopping' || performance.now() < othersKnownFrom) return
    for (const job of await database.transaction((tx) => table.takeOverJobs(tx, worker))) begin(job)
  }

  async function claimIn({ key, slots, roundRobin, running }: Lane, tx: Tx): Promise<table.ClaimedJob[]> {
    const name = key === SUSPECTS ? undefined : key
    const limit = Math.min(slots - running.size, CLAIMED_AT_ONCE)
    if (!roundRobin) return table.claimJobs(tx, worker, { name, limit })
    const claimed: table.ClaimedJob[] = []
    const take = async (passedOver: string[]) => (await table.claimJobs(tx, worker, { name, limit: 1, passedOver }))[0]
    while (claimed.length < limit) {
      const job = await roundRobin([...running, ...claimed], take)
      if (!job) break
      claimed.push(job)
    }
    return claimed
  }

  /** Runs a job in a lane; without one, has what a dead process left of it tidied up. */
  function begin(job: table.ClaimedJob, lane?: Lane): void {
    const stopping = new AbortController()
    const handler = handlers.get(job.name)!
    const ended = lane ? runHandler(handler, job, stopping.signal, log) : tidyUp(handler, job, log)
    const done = ended.then((outcome) => {
      lane?.running.delete(job)
      // The job may run here once more, if its lease was over while this process was paused. Then that run counts.
      if (running.get(job.id) !== own) return
      running.delete(job.id)
      if (outcome) settled.push({ job, outcome })
      wake(lane?.key ?? null)
    })
    const own = { stop: () => stopping.abort(new StoppedError()), done }
    lane?.running.add(job)
    running.set(job.id, own)
  }

  function open(as: 'watching' | 'running') {
    return async (given: readonly JobHandler<never>[]): Promise<void> => {
      lanes.set(SUSPECTS, { key: SUSPECTS, slots: 1, roundRobin: undefined, running: new Set() })
      for (const handler of given as readonly unknown[] as JobHandler<unknown>[]) {
        const { name, concurrency, fairnessKey } = handler.definition
        const roundRobin = fairnessKey && createRoundRobin(concurrency)
        handlers.set(name, handler)
        lanes.set(name, { key: name, slots: concurrency, roundRobin, running: new Set() })
      }
      worker = { id: newId(), names: JSON.stringify([...handlers.keys()]) }
      await database.transaction(async (tx) => {
        await table.endLeases(tx)
        await table.followClock(tx)
      })
      unsubscribe = notifications.subscribe(TOPIC, wake)
      state = as
      wake(null)
    }
  }

  return {
    async send(tx, definition, payload, options) {
      const delaySeconds = options?.delaySeconds ?? 0
      await table.insertJob(tx, definition, payload, delaySeconds)
      if (delaySeconds <= 0) await notifications.notify(tx, TOPIC, definition.name)
    },
    start: open('running'),
    watch: open('watching'),
    isRunning: () => state === 'running',
    async stop(graceMs) {
      if (state === 'idle') return
      state = 'stopping'
      unsubscribe()
      while (cycling) await cycling
      await endRuns(running, graceMs)
      const patient = performance.now() + STORING_MS
      while (cycling || (settled.length > 0 && performance.now() < patient)) await (cycling ?? delay(100))
      state = 'idle'
      clearTimeout(timer)
      for (const map of [handlers, lanes, running]) map.clear()
    },
  }
}

const hasRoom = ({ slots, running }: Lane): boolean => running.size < slots
