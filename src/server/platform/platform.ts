import type { SchemaState } from '../db/migrate.ts'
import type { Row } from '../db/rows.ts'
import type { Db, Tx } from '../db/tables.ts'
import type { Shortage } from '../process/shortage.ts'

/** What differs between one machine and many. It is chosen once, when a process starts. */
export interface Platform {
  database: Database
  jobs: JobQueue
  notifications: Notifications
  rateLimits: RateLimits
  /** Stops the worker, waits up to some ten seconds for the work in progress, and closes all connections. */
  close(): Promise<void>
}

export interface Database {
  /** Runs reads outside a transaction. Must not be used inside one. */
  read: Db
  /**
   * Runs several reads that see the database as it was at one moment. `work` may use only the `db` it is given. On
   * PostgreSQL it runs again, at most three times, if another process migrates the database meanwhile.
   */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs `work` in one write transaction and commits it. `work` must wait for nothing but its own queries. On
   * PostgreSQL it runs again, at most three times, after a serialization failure, a deadlock, or a migration by another
   * process.
   * @throws Error when called inside a transaction; what `work` throws, after which nothing is stored
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * On SQLite, empties the write-ahead log, from which deleted rows could still be read, as far as that is possible
   * without holding up queries; else a later call does, or the stop of the server. On PostgreSQL it does nothing.
   */
  forgetDeleted(): Promise<void>
  migrate(): Promise<void>
  /** Whether the database answers, every migration has been applied, and SQLite's file has not been replaced. */
  isReady(): Promise<boolean>
  /** The connections of this process to the database server; absent where the database is a file. */
  connections?(): { open: number; idle: number; waiting: number }
  /** What is lacking to write to the database, such as room on its disk. Tries it, at most once a second. */
  shortage(): Promise<Shortage | undefined>
}

export interface DatabaseState {
  /** A name for people to read: `SQLite in /srv/data`. */
  name: string
  schema: SchemaState
  /** The database server's clock in milliseconds since 1970; undefined if the database uses this machine's clock. */
  clock: number | undefined
  /** Time of the newest event, in milliseconds since 1970; undefined if there is none. */
  newestEventAt: number | undefined
  /** The e-mail address of the oldest account that owns an organization; undefined if there is none yet. */
  firstOwner: string | undefined
  /** The mailboxes of all organizations that are not paused; none where the schema is older than they are. */
  mailboxes: Row<'mailboxes'>[]
  /** The accounts of all organizations with providers of AI models, each with a model; none where the schema is older. */
  modelAccounts: (Row<'model_accounts'> & { slug: string | null })[]
  /** Why the database can't be used although it could be opened, as a sentence; undefined if it can be used. */
  problem: string | undefined
  /** How to solve the problem, if the general advice does not fit. */
  mend?: string
}

export interface JobDefinition<Payload> {
  name: string
  /** Failed runs after which the job fails for good; failures of the machine, as a lost connection, don't count. */
  attempts: number
  /** Seconds to wait before the second, third … run; the last entry applies to all further ones. */
  retryDelaySeconds: readonly number[]
  /** Maximum number of concurrent runs in one process. */
  concurrency: number
  /** Time limit of a run, after which it is aborted and counts as failed. */
  timeoutSeconds: number
  /** Number of runs cut off by a crash of the process after which the job fails for good; 5 by default. */
  interruptions?: number
  /**
   * The customer a job runs for. Waiting jobs are taken in round-robin order of their keys, so that a customer with a
   * thousand jobs does not delay another with a single one. Without keys, the job that is due longest runs first.
   */
  fairnessKey?(payload: Payload): string | undefined
  /** Never set; it only carries the payload's type. */
  payload?: Payload
}

/** Attempts spread over a bit more than an hour, for jobs that need somebody else's server, which may be down so long. */
export const overAnHour = { attempts: 6, retryDelaySeconds: [5, 30, 120, 600, 3_600] } as const

export interface JobRun {
  /** Number of this run, from 1. Runs that the process cut off or that the machine made fail don't count. */
  attempt: number
  /** Aborted when the time limit is reached or the process stops. */
  signal: AbortSignal
}

export interface JobHandler<Payload> {
  definition: JobDefinition<Payload>
  /**
   * It must resolve only when all is done, and throw if the signal ends it early. A run that resolves is not repeated,
   * unless aborted more than a second before, or its outcome could not be stored, as when the process dies.
   */
  run(payload: Payload, run: JobRun): Promise<void>
  /** Called when a run was cut off, before the job is queued again; perhaps more than once. */
  interrupted?(payload: Payload): Promise<void>
  /**
   * Called when the job has failed for good: after the last attempt, or after too many crashes of the process. Called
   * again if it throws or the process dies during it: about ten times at most, not counting failures of the machine.
   */
  failed?(payload: Payload, error: unknown): Promise<void>
}

export interface JobQueue {
  /** Queues a job in the caller's transaction: it runs if, and only if, that commits. */
  send<Payload>(
    tx: Tx,
    definition: JobDefinition<Payload>,
    payload: Payload,
    options?: { delaySeconds?: number },
  ): Promise<void>
  /** Starts to run jobs in this process. Jobs that a dead process was running are run again. */
  start(handlers: readonly JobHandler<never>[]): Promise<void>
  /** Queues jobs of dead processes again without running any, for a process that has no worker. */
  watch(handlers: readonly JobHandler<never>[]): Promise<void>
  /** Whether this process is running jobs: `start` was called and `stop` was not. */
  isRunning(): boolean
  /** Takes no new jobs, waits up to `graceMs` milliseconds for running ones, then aborts them; they run again later. */
  stop(graceMs: number): Promise<void>
}

export interface Notifications {
  /** Notifies all processes after the commit. @throws RangeError if the payload has more than 7,000 bytes */
  notify(tx: Tx, topic: string, payload: string): Promise<void>
  /**
   * Notifies all processes at once of something stored nowhere; may get lost, and equal ones may arrive as one.
   * @throws RangeError if the payload has more than 7,000 bytes
   */
  tell(topic: string, payload: string): void
  /**
   * Calls `listener` with each notification of the topic. After a lost connection, and when another process starts,
   * with null: some may have been missed, so it must check the database itself.
   * @returns a function that ends the subscription
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
  /** Counts one request for `key`, exactly over all processes, in windows of one minute. */
  consume(key: string, limit: number): Promise<RateLimit>
  /**
   * Takes one of the `limit` places of `key`, over all processes; those of one that died are free within a minute.
   * @returns a function that gives the place back; undefined if no place could be taken
   */
  hold(key: string, limit: number): Promise<(() => void) | undefined>
}
