import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Tx } from '../../db/tables.ts'
import { onceDone } from '../../once-done.ts'
import { isSuspect, type Outcome, type Run } from '../job-run.ts'
import type { Log } from '../log.ts'
import type { Database, JobDefinition } from '../platform.ts'
import { liveConnections } from './live-connections.ts'
import { createBossPool } from './pool.ts'

/** Name of the queue for jobs suspected of crashing their process. Each process runs one of them at a time. */
export const SUSPECTS = 'suspects'
/** Name of the queue to which pg-boss moves jobs of dead processes. */
export const INTERRUPTED = 'interrupted'
const GIVEN_UP = 'given-up' // name of the queue that keeps jobs that failed for good, for inspection
const DAY_SECONDS = 24 * 60 * 60
/** Seconds after which a process counts as dead if it has not renewed the heartbeat of its jobs. */
export const HEARTBEAT_SECONDS = 10
const GIVE_UP_SECONDS = 300 // added to a job's time limit, for its `failed` handler
const PUT_BACK_AT_ONCE = 100
// Milliseconds between queries whether any job is running. The database server may have to read all jobs for one, which
// takes 19 ms for 100,000 jobs. Well below HEARTBEAT_SECONDS, the earliest time at which a process can be found dead.
const ASK_EVERY_MS = 3_000
const MAINTAIN_EVERY_MS = 60_000 // milliseconds after which pg-boss maintains its tables, even if no job is running

/** The data of a job in pg-boss. */
interface Envelope {
  /** Name of the job's definition. Jobs queued by earlier versions of Baton lack it; their queue is named like it. */
  name?: string
  payload: unknown
  /** Number of runs that failed. */
  attempts: number
  /** Number of runs during which the process died. */
  interruptions?: number
  error: string | null
}

export interface FetchedJob extends Run {
  id: string
  name: string
  /** The pg-boss queue that contains the job. */
  queue: string
  waitingFor: string | null
}

export type Boss = ReturnType<typeof openBoss>

/**
 * Wraps pg-boss, which stores jobs, gives each to one process, and detects dead processes by their heartbeats. The
 * rules for attempts and retries are not pg-boss's but those of `job-run.ts`.
 */
export function openBoss(databaseUrl: string, database: Database, log: Log) {
  const pool = createBossPool(databaseUrl, log)
  const connect = liveConnections(pool)

  async function executeSql(text: string, values?: unknown[]) {
    const connection = await connect()
    let isFailed = true
    try {
      const result = await connection.query(text, values)
      isFailed = false
      return result
    } finally {
      connection.release(isFailed) // pg-boss sends whole transactions, and a failed one is still open
    }
  }

  const boss = new PgBoss({
    db: { executeSql },
    supervise: false, // called by `lookingForDead` in jobs.ts, after it has written this process's heartbeats
    schedule: false,
    monitorIntervalSeconds: 1,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue could not reach the database'))
  boss.on('warning', (warning) => log.warn({ warning }, 'The job queue warns'))
  const start = onceDone(() => boss.start())
  let maintainedAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let isAnyRunning = false
  const queues = new Map<string, () => Promise<unknown>>()

  async function ensureQueue(name: string): Promise<void> {
    await start()
    const options = name === INTERRUPTED ? { retryLimit: 1_000_000, heartbeatSeconds: HEARTBEAT_SECONDS } : {}
    const create = queues.get(name) ?? onceDone(() => boss.createQueue(name, options))
    queues.set(name, create)
    await create()
  }

  async function enqueue(tx: Tx, definition: JobDefinition<unknown>, envelope: Envelope, delaySeconds = 0) {
    const queue = isSuspect({ interruptions: envelope.interruptions ?? 0 }) ? SUSPECTS : definition.name
    await ensureQueue(INTERRUPTED)
    await ensureQueue(queue)
    const waitingFor = definition.fairnessKey?.(envelope.payload)
    await boss.send(queue, { ...envelope, name: definition.name } satisfies Envelope, {
      db: fromKysely(tx),
      startAfter: delaySeconds,
      ...(waitingFor && { group: { id: waitingFor } }),
      // pg-boss retries nothing itself: a job whose process has died is moved to the queue `interrupted`.
      retryLimit: 0,
      deadLetter: INTERRUPTED,
      deleteAfterSeconds: DAY_SECONDS,
      expireInSeconds: definition.timeoutSeconds + GIVE_UP_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retentionSeconds: 30 * DAY_SECONDS,
    })
  }

  /**
   * Deletes a job from its queue and runs `next` in the same transaction, unless another process has already deleted
   * it.
   */
  async function move(job: Pick<FetchedJob, 'id' | 'queue'>, next?: (tx: Tx) => Promise<unknown>): Promise<void> {
    await database.transaction(async (tx) => {
      // pg-boss returns the number of deleted jobs, which its types omit.
      const deleted = (await boss.deleteJob(job.queue, job.id, { db: fromKysely(tx) })) as { affected: number }
      if (deleted.affected > 0) await next?.(tx)
    })
  }

  return {
    start,
    ensureQueue,
    enqueue,
    /** Takes at most `limit` due jobs for this process, none of which has a fairness key in `waiting`. */
    async fetch(queue: string, limit: number, waiting: string[] = []): Promise<FetchedJob[]> {
      const options = { batchSize: limit, includeMetadata: true, ignoreGroups: waiting } as const
      return (await boss.fetch<Envelope>(queue, options)).map((job) => toFetched(queue, job))
    },
    /** Renews the heartbeat of jobs that run in this process. */
    touch: (queue: string, ids: string[]) => boss.touch(queue, ids),
    /**
     * Finds out which of some queues have due jobs. One query for all queues: fetching from each instead takes a
     * statement that writes, which was nine tenths of the load that an idle process put on its database.
     */
    async due(names: readonly string[]): Promise<Set<string>> {
      const { rows } = await executeSql(
        `select name from unnest($1::text[]) as queue(name) where exists (
           select 1 from pgboss.job
           where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
         )`,
        [names],
      )
      return new Set((rows as { name: string }[]).map(({ name }) => name))
    },
    /**
     * Lets pg-boss move the jobs of dead processes to the queue `interrupted`, and now and then delete jobs that ended
     * long ago. As pg-boss writes a row for each queue, it is left alone while no process runs a job, except once a
     * minute.
     * @returns whether pg-boss has looked, so that there may be due jobs in the queue `interrupted`
     */
    async supervise(): Promise<boolean> {
      if (performance.now() - askedAt >= ASK_EVERY_MS) {
        const { rows } = await executeSql(`select 1 from pgboss.job where state = 'active' limit 1`)
        isAnyRunning = rows.length > 0
        askedAt = performance.now()
      }
      if (!isAnyRunning && performance.now() - maintainedAt < MAINTAIN_EVERY_MS) return false
      await boss.supervise()
      maintainedAt = performance.now()
      return true
    },
    /**
     * Queues jobs of dead processes again.
     *
     * @param interrupted called for each of these jobs first; returns the job's definition, or undefined to leave the
     * job to another process
     * @returns whether there were any jobs
     */
    async putBack(interrupted: (job: FetchedJob) => Promise<JobDefinition<unknown> | undefined>): Promise<boolean> {
      await ensureQueue(INTERRUPTED)
      for (let found = 0; ; ) {
        const jobs = await boss.fetch<Envelope>(INTERRUPTED, { batchSize: PUT_BACK_AT_ONCE, includeMetadata: true })
        for (const job of jobs.map((each) => toFetched(INTERRUPTED, each))) {
          const definition = await interrupted(job)
          const { payload, attempt, error } = job
          const envelope = { payload, attempts: attempt - 1, error, interruptions: job.interruptions + 1 }
          if (definition) await move(job, (tx) => enqueue(tx, definition, envelope))
        }
        found += jobs.length
        if (jobs.length < PUT_BACK_AT_ONCE) return found > 0
      }
    },
    /** Stores the outcome of a run, unless another process has already done so. */
    async settle(definition: JobDefinition<unknown>, job: FetchedJob, outcome: Outcome): Promise<void> {
      const { payload, attempt, interruptions, error } = job
      const before: Envelope = { payload, attempts: attempt - 1, interruptions, error }
      if (outcome.kind === 'dead') await ensureQueue(GIVEN_UP)
      await move(job, async (tx) => {
        switch (outcome.kind) {
          case 'done':
            return
          case 'stopped':
            return enqueue(tx, definition, before)
          case 'postponed':
            return enqueue(tx, definition, before, outcome.delaySeconds)
          case 'again':
            return enqueue(tx, definition, { ...before, attempts: attempt, error: outcome.error }, outcome.delaySeconds)
          case 'dead':
            return boss.send(
              GIVEN_UP,
              { name: definition.name, payload, error: outcome.error },
              { db: fromKysely(tx), retentionSeconds: 7 * DAY_SECONDS },
            )
        }
      })
    },
    async stop(): Promise<void> {
      await boss.stop({ graceful: false })
      await pool.end()
    },
  }
}

function toFetched(queue: string, { id, data, groupId, sourceName }: JobWithMetadata<Envelope>): FetchedJob {
  return {
    id,
    queue,
    name: data.name ?? sourceName ?? queue,
    payload: data.payload,
    attempt: data.attempts + 1,
    interruptions: data.interruptions ?? 0,
    error: data.error,
    waitingFor: groupId ?? null,
  }
}
