import { type Db as BossDatabase, fromKysely, PgBoss } from 'pg-boss'
import { gather } from '../../db/gathered-writes.ts'
import type { Tx } from '../../db/tables.ts'
import { type Outcome, type Run, TRIES_TO_GIVE_UP } from '../job-run.ts'
import type { Log } from '../log.ts'
import type { Database, JobDefinition } from '../platform.ts'
import { bossOptions } from './pool.ts'

const GIVEN_UP = 'given-up' // where dead jobs lie for someone to look at
const DAY_SECONDS = 24 * 60 * 60
const HEARTBEAT_SECONDS = 10 // a dead worker's job is picked up after this
const GIVE_UP_SECONDS = 300 // what a handler's `failed` may take beyond the job's own time

/** What lies in the queue. pg-boss itself only counts the runs that a dead process cut off. */
interface Envelope {
  payload: unknown
  /** Runs that ended. */
  attempts: number
  error: string | null
}

export interface FetchedJob extends Run {
  id: string
}

export type Boss = ReturnType<typeof openBoss>

/** pg-boss as this queue uses it: it keeps jobs, gives each to one process, and takes them back from dead ones. */
export function openBoss(databaseUrl: string, database: Database, log: Log) {
  const boss = new PgBoss({
    ...bossOptions(databaseUrl),
    application_name: 'baton-jobs',
    supervise: false, // by processes that work, not by those that only send
    schedule: false,
    monitorIntervalSeconds: 1,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue could not reach the database'))
  boss.on('warning', (warning) => log.warn({ warning }, 'The job queue warns'))
  const start = once(() => boss.start())
  const queues = new Map<string, () => Promise<unknown>>()

  async function ensureQueue(name: string): Promise<void> {
    await start()
    const create = queues.get(name) ?? once(() => boss.createQueue(name))
    queues.set(name, create)
    await create()
  }

  async function enqueue(tx: Tx, definition: JobDefinition<unknown>, envelope: Envelope, delaySeconds = 0) {
    await ensureQueue(definition.name)
    await boss.send(definition.name, envelope, {
      db: writingTo(tx),
      startAfter: delaySeconds,
      retryLimit: definition.attempts + TRIES_TO_GIVE_UP,
      retryDelay: 0,
      expireInSeconds: definition.timeoutSeconds + GIVE_UP_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retentionSeconds: 30 * DAY_SECONDS,
    })
  }

  return {
    start,
    ensureQueue,
    enqueue,
    /** Takes due jobs for this process, at most so many. */
    async fetch(name: string, limit: number): Promise<FetchedJob[]> {
      const jobs = await boss.fetch<Envelope>(name, { batchSize: limit, includeMetadata: true })
      return jobs.map(({ id, data, retryCount }) => ({
        id,
        payload: data.payload,
        attempt: data.attempts + retryCount + 1,
        error: data.error,
      }))
    },
    /** Says that these still run. */
    touch: (name: string, ids: string[]) => boss.touch(name, ids),
    /** Looks for jobs of dead processes, and removes what is long over. */
    supervise: () => boss.supervise(),
    /** Writes down what became of a run. What another process has settled meanwhile stays. */
    async settle(definition: JobDefinition<unknown>, job: FetchedJob, outcome: Outcome): Promise<void> {
      const { name } = definition
      if (outcome.kind === 'dead') await ensureQueue(GIVEN_UP)
      await database.transaction(async (tx) => {
        const db = fromKysely(tx)
        // pg-boss answers with the number of jobs it found, which its types leave out.
        const deleted = (await boss.deleteJob(name, job.id, { db })) as { affected: number }
        if (deleted.affected === 0 || outcome.kind === 'done') return
        const { payload, attempt, error } = job
        if (outcome.kind === 'stopped') await enqueue(tx, definition, { payload, attempts: attempt - 1, error })
        else if (outcome.kind === 'again')
          await enqueue(tx, definition, { payload, attempts: attempt, error: outcome.error }, outcome.delaySeconds)
        else
          await boss.send(GIVEN_UP, { name, payload, error: outcome.error }, { db, retentionSeconds: 7 * DAY_SECONDS })
      })
    },
    async stop(): Promise<void> {
      await boss.stop({ graceful: false })
    },
  }
}

/** Nobody asks for a new job's id, so that it may be written with all else. */
function writingTo(tx: Tx): BossDatabase {
  const db = fromKysely(tx)
  return {
    executeSql: (sql, parameters = []) =>
      gather(tx, { table: 'pgboss.job', sql, rows: rowsOf(parameters), ids: [] })
        ? Promise.resolve({ rows: [] })
        : db.executeSql(sql, parameters),
  }
}

/** pg-boss inserts jobs from an array of them as JSON. */
function rowsOf(parameters: unknown[]): string[] {
  const [jobs, ...others] = parameters
  if (typeof jobs !== 'string' || !jobs.startsWith('[') || others.length > 0)
    throw new Error('pg-boss no longer inserts jobs as one array of JSON.')
  return [jobs.slice(1, -1)]
}

/** Does it when first asked, and again only if that failed. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let doing: Promise<T> | undefined
  return () => {
    doing ??= work().catch((error) => {
      doing = undefined
      throw error
    })
    return doing
  }
}
