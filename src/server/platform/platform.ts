import type { SchemaState } from '../db/migrate.ts'
import type { Db, Tx } from '../db/tables.ts'

/** All that differs between one machine and many. Chosen once, when a process builds its dependencies. */
export interface Platform {
  database: Database
  jobs: JobQueue
  notifications: Notifications
  rateLimits: RateLimits
  /** Stops the worker, waits for the work in progress, and closes every connection. */
  close(): Promise<void>
}

export interface Database {
  /** For reads outside a transaction. Never used inside one. */
  read: Db
  /**
   * Runs reads that must agree with each other: all see the database as it was at one moment. `work` uses nothing but
   * the `db` it is given.
   */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs `work` in one write transaction and commits. It must wait for nothing but its own queries.
   * On PostgreSQL a serialization failure or deadlock runs it again, at most three times.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  migrate(): Promise<void>
  /** Whether the database answers and every migration is applied. */
  isReady(): Promise<boolean>
}

/** What can be seen of a database from outside. */
export interface DatabaseState {
  /** The name shown to people: `SQLite in /srv/data`. */
  name: string
  schema: SchemaState
  /** The database server's clock in milliseconds since 1970; undefined where it is this machine's own. */
  clock: number | undefined
  /** When the newest event was written. */
  newestEventAt: number | undefined
  /** Why the database can't be used although it answers, as a sentence. */
  problem: string | undefined
  /** What to do about the problem, where the general advice does not fit. */
  mend?: string
}

export interface JobDefinition<Payload> {
  name: string
  /**
   * Runs that may fail before the job is given up. Failures of the machine, such as a lost connection, do not count.
   */
  attempts: number
  /** Wait before the second, third … run; the last repeats. */
  retryDelaySeconds: readonly number[]
  /** Runs at once in one process. */
  concurrency: number
  /** A run is aborted after this and counts as failed. */
  timeoutSeconds: number
  /** Runs that may end with the death of their process before the job is given up; 5 by default. */
  interruptions?: number
  /**
   * For whom the job runs. Keys are served in round-robin order, so that one with a thousand jobs waiting does not delay
   * one with a single job. Without it, jobs run first come, first served.
   */
  fairnessKey?(payload: Payload): string | undefined
  /** Never set; it only carries the payload's type. */
  payload?: Payload
}

export interface JobRun {
  /** 1 on the first run. */
  attempt: number
  /** Aborted when the time is up and when the process stops. */
  signal: AbortSignal
}

export interface JobHandler<Payload> {
  definition: JobDefinition<Payload>
  run(payload: Payload, run: JobRun): Promise<void>
  /** Called when a run has ended with its process, before the job is queued again; may be called more than once. */
  interrupted?(payload: Payload): Promise<void>
  /** Called once, after the last attempt failed; may be called again if the process dies in it. */
  failed?(payload: Payload, error: unknown): Promise<void>
}

export interface JobQueue {
  /** Enqueues within the caller's transaction: it runs if, and only if, that commits. */
  send<Payload>(
    tx: Tx,
    definition: JobDefinition<Payload>,
    payload: Payload,
    options?: { delaySeconds?: number },
  ): Promise<void>
  /** Starts running jobs in this process. Jobs that a dead process was running are run again. */
  start(handlers: readonly JobHandler<never>[]): Promise<void>
  /**
   * Puts jobs that a dead process was running back into the queue, without running them: for a process that has no
   * worker.
   */
  watch(handlers: readonly JobHandler<never>[]): Promise<void>
  /** Whether `start` has been called and the worker runs. */
  isRunning(): boolean
  /** Takes no new jobs and waits up to `graceMs` for running ones, then aborts them; they run again later. */
  stop(graceMs: number): Promise<void>
}

export interface Notifications {
  /** Tells every process once the transaction has committed. At most 7,000 bytes. */
  notify(tx: Tx, topic: string, payload: string): Promise<void>
  /**
   * Calls `listener` for each notification of the topic in this process. After a lost connection it is called with
   * null: something may have been missed, so look for yourself.
   */
  subscribe(topic: string, listener: (payload: string | null) => void): () => void
}

export interface RateLimit {
  allowed: boolean
  limit: number
  remaining: number
  /** When the window ends, in milliseconds since 1970. */
  resetAt: number
}

export interface RateLimits {
  /** Counts one request against `key`. The count is exact over all processes, in windows of one minute. */
  consume(key: string, limit: number): Promise<RateLimit>
}
