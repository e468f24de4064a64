import type { SchemaState } from '../db/migrate.ts'
import type { Db, Tx } from '../db/tables.ts'

/** All that differs between one machine and many. Chosen once, when a process builds its dependencies. */
export interface Platform {
  database: Database
  jobs: JobQueue
  notifications: Notifications
  rateLimits: RateLimits
  /** Stops the worker, waits for what is in flight, closes every connection. */
  close(): Promise<void>
}

export interface Database {
  /** For reads outside a transaction. Never used inside one. */
  read: Db
  /**
   * Runs reads that must agree: all see the database as it was at one moment. `work` asks nothing but the `db` it is given.
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
  /** For people: `SQLite in /srv/data`. */
  name: string
  schema: SchemaState
  /** The server's own clock in milliseconds since 1970; undefined where it is this machine's. */
  clock: number | undefined
  /** When the newest event was written. */
  newestEventAt: number | undefined
  /** Why it can't be used although it answers, as a sentence. */
  problem: string | undefined
  /** What to do about it, where that is something of its own. */
  mend?: string
}

export interface JobDefinition<Payload> {
  name: string
  /** Runs that may fail before the job is given up. What the machine is to blame for does not count. */
  attempts: number
  /** Wait before the second, third … run; the last repeats. */
  retryDelaySeconds: readonly number[]
  /** Runs at once in one process. */
  concurrency: number
  /** A run is aborted after this and counts as failed. */
  timeoutSeconds: number
  /** Runs that may end with the death of their process before the job is given up; 5 unless told otherwise. */
  interruptions?: number
  /**
   * For whom the job runs. Keys are served in round-robin order, so that one with a thousand jobs waiting does not delay
   * one with a single job. Without it, jobs run first come, first served.
   */
  fairnessKey?(payload: Payload): string | undefined
  /** Only carries the type. */
  payload?: Payload
}

export interface JobRun {
  /** 1 on the first run. */
  attempt: number
  /** Fires on time-out and when the process stops. */
  signal: AbortSignal
}

export interface JobHandler<Payload> {
  definition: JobDefinition<Payload>
  run(payload: Payload, run: JobRun): Promise<void>
  /** Called when a run has ended with its process, before the job waits for the next; may be called more than once. */
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
  /** Starts running jobs in this process. What a dead process left active is run again. */
  start(handlers: readonly JobHandler<never>[]): Promise<void>
  /** Puts back into the queue what a dead process left active, without running it: for a process that has no worker. */
  watch(handlers: readonly JobHandler<never>[]): Promise<void>
  /** Whether `start` has been called and the worker runs. */
  isRunning(): boolean
  /** Takes no new jobs and waits up to `graceMs` for running ones, then aborts them; they run again later. */
  stop(graceMs: number): Promise<void>
}

export interface Notifications {
  /** Tells every process once the transaction has committed. At most 7,000 bytes. */
  notify(tx: Tx, topic: string, payload: string): Promise<void>
  /** Calls back for each notification of the topic in this process. A lost connection calls with null: look yourself. */
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
  /** Counts one request against `key`, exactly, over all processes; windows of one minute. */
  consume(key: string, limit: number): Promise<RateLimit>
}
