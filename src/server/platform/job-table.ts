import { type SelectQueryBuilder, sql } from 'kysely'
import { clock, hasRowLocks } from '../db/dialect.ts'
import { newId } from '../db/ids.ts'
import { textsOf } from '../db/json-rows.ts'
import { Fixed, prepared, preparedWrite } from '../db/prepared.ts'
import type { NewRow } from '../db/rows.ts'
import type { Db, Tables, Tx } from '../db/tables.ts'
import { nextTraceparent } from '../process/trace.ts'
import { type Outcome, type Run, SUSPECT_AFTER } from './job-run.ts'
import type { JobDefinition } from './platform.ts'

/** Milliseconds after which a process counts as dead if it has not renewed the leases of its jobs. */
export const LEASE_MS = 10_000
const TAKEN_OVER_AT_ONCE = 100
const DEAD_JOBS_KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** One start of the queue in a process, and the names of the jobs that it knows, as a JSON array. */
export interface Worker {
  id: string
  names: string
}

export interface ClaimedJob extends Run {
  id: string
  name: string
  waitingFor: string | null
  /** The id of the worker that holds the job. What became of a run is stored only while its worker still does. */
  holder: string | null
}

export interface Settlement {
  job: ClaimedJob
  outcome: Outcome | { kind: 'interrupted' }
}

// Values in the text of the queries, because a partial index can't be used with a parameter.
const pending = sql.lit('pending' as const)
const active = sql.lit('active' as const)
const suspect = sql.lit(SUSPECT_AFTER)
const lease = sql.lit(LEASE_MS)

export async function insertJob<Payload>(
  tx: Tx,
  definition: JobDefinition<Payload>,
  payload: Payload,
  delaySeconds: number,
): Promise<void> {
  const waiting_for = definition.fairnessKey?.(payload) ?? null
  const traceparent = nextTraceparent() ?? null
  const job = { id: newId(), name: definition.name, payload: JSON.stringify(payload), waiting_for, traceparent }
  await insertRow(tx, job, Math.round(delaySeconds * 1000), Date.now())
}

const insertRow = preparedWrite(
  (db, job: Omit<NewRow<'jobs'>, 'state' | 'attempts' | 'run_at' | 'created_at'>, delay: number, now: number) => {
    const at = clock(db, now)
    const times = { run_at: sql<number>`${at} + ${delay}`, queued_at: at, created_at: at }
    return db.insertInto('jobs').values({ ...job, ...times, state: pending, attempts: sql.lit(0) })
  },
)

/**
 * When the first waiting job of each name falls due; also the same in each row: when the first suspected job does, and
 * whether some running job's process seems dead. One query for all, as it runs each second.
 */
export function lookAtJobs(db: Db, { id, names }: Worker) {
  const first = waiting(db).select('run_at').limit(sql.lit(1))
  return db
    .selectFrom(textsOf<{ value: string }>(db, names).as('names'))
    .select((one) => [
      'names.value as name',
      first.where('name', '=', sql.ref<string>('names.value')).where('interruptions', '<', suspect).as('dueAt'),
      first.where('interruptions', '>=', suspect).as('suspectDueAt'),
      one.exists(orphans(db, id)).as('hasOrphans'),
      clock(db).as('now'),
    ])
    .execute()
}

const waiting = (db: Db) => db.selectFrom('jobs').where('state', '=', pending).orderBy('run_at').orderBy('id')

/** Jobs of other workers whose lease is over, or so far from over that the clock must have been set back. */
const orphans = (db: Db, holder: string) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', active)
    .where('holder', '!=', holder)
    .where((job) => job.not(job.between('lease_until', clock(db), sql<number>`${clock(db)} + 2 * ${lease}`)))

/** Gives the worker due jobs of a name, or else suspected ones, but none of the fairness keys in `passedOver`. */
export async function claimJobs(
  tx: Tx,
  worker: Worker,
  { name, limit, passedOver = [] }: { name: string | undefined; limit: number; passedOver?: string[] },
): Promise<ClaimedJob[]> {
  return (await claim(tx, worker, name, new Fixed(limit), JSON.stringify(passedOver), Date.now())).map(toJob)
}

const claim = prepared(
  (db, { id, names }: Worker, name: string | undefined, limit: Fixed, passedOver: string, now: number) => {
    const due = waiting(db)
      .select('id')
      .where('run_at', '<=', clock(db, now))
      .where((job) =>
        name === undefined
          ? job.and([job('interruptions', '>=', suspect), job('name', 'in', textsOf<string>(db, names))])
          : job.and([job('interruptions', '<', suspect), job('name', '=', name)]),
      )
      .where((job) =>
        job.or([job('waiting_for', 'is', null), job('waiting_for', 'not in', textsOf<string>(db, passedOver))]),
      )
    return leased(db, due.limit(sql.lit(limit.value)), now).set({ state: active, holder: id })
  },
)

/** For each name of waiting jobs that are due, how many there are and since when the oldest is, by the database's clock. */
export async function dueJobs(db: Db): Promise<{ name: string; count: number; seconds: number }[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['name', (job) => job.fn.countAll<number>().as('count'), (job) => job.fn.min('run_at').as('since')])
    .select(clock(db).as('now'))
    .where('state', '=', pending)
    .where('run_at', '<=', clock(db))
    .groupBy('name')
    .orderBy('name')
    .execute()
  return rows.map(({ name, count, since, now }) => ({ name, count: Number(count), seconds: (now - since) / 1_000 }))
}

/**
 * Takes over jobs of dead processes: for the time of a lease it is the caller's task to queue them again. They stay with
 * their old worker until then, so that what is stored first prevails if that one lives after all.
 */
export async function takeOverJobs(tx: Tx, { id, names }: Worker): Promise<ClaimedJob[]> {
  const found = orphans(tx, id).where('name', 'in', textsOf<string>(tx, names)).limit(TAKEN_OVER_AT_ONCE)
  return (await leased(tx, found).execute()).map(toJob)
}

/** Leases the jobs that a query finds, without waiting for those that another process is taking at this moment. */
const leased = (db: Db, query: SelectQueryBuilder<Tables, 'jobs', { id: string }>, now?: number) =>
  db
    .with('found', () => (hasRowLocks(db) ? query.forUpdate().skipLocked() : query))
    .updateTable('jobs')
    .set({ lease_until: leaseEnd(db, now) })
    .where('id', 'in', (part) => part.selectFrom('found').select('id'))
    .returning(['id', 'name', 'payload', 'attempts', 'interruptions', 'error', 'waiting_for as waitingFor', 'holder'])
    .returning('traceparent')

const leaseEnd = (db: Db, now?: number) => sql<number>`${clock(db, now)} + ${lease}`

const toJob = <Found extends { payload: string; attempts: number }>({ payload, attempts, ...rest }: Found) => ({
  ...rest,
  payload: JSON.parse(payload) as unknown,
  attempt: attempts + 1,
})

export async function renewLeases(tx: Tx, { id }: Worker): Promise<void> {
  const own = tx.updateTable('jobs').where('state', '=', active).where('holder', '=', id)
  await own.set({ lease_until: leaseEnd(tx) }).execute()
}

/** Stores what became of jobs, of those that the worker named in them still holds. */
export async function settleJobs(tx: Tx, settlements: readonly Settlement[]): Promise<void> {
  const done = settlements.filter(({ outcome }) => outcome.kind === 'done').map(({ job }) => job)
  if (done[0]) await remove(tx, JSON.stringify(done.map(({ id }) => id)), done[0].holder)
  for (const { job, outcome } of settlements.filter(({ outcome }) => outcome.kind !== 'done'))
    await tx
      .updateTable('jobs')
      .set({
        state: outcome.kind === 'dead' ? 'dead' : 'pending',
        holder: null,
        lease_until: null,
        run_at: sql`${clock(tx)} + ${'delaySeconds' in outcome ? outcome.delaySeconds * 1000 : 0}`,
        queued_at: clock(tx),
        interruptions: job.interruptions + (outcome.kind === 'interrupted' ? 1 : 0),
        attempts: job.attempt - (outcome.kind === 'again' ? 0 : 1),
        error: 'error' in outcome ? outcome.error : job.error,
      })
      .where('id', '=', job.id)
      .where('state', '=', active)
      .where('holder', '=', job.holder)
      .execute()
}

const remove = preparedWrite((db, ids: string, holder: string | null) => {
  const held = db.deleteFrom('jobs').where('state', '=', active).where('holder', '=', holder)
  return held.where('id', 'in', textsOf<string>(db, ids))
})

/** Deletes the jobs that failed for good more than a week ago. */
export async function pruneDeadJobs(tx: Tx): Promise<void> {
  const weekAgo = sql<number>`${clock(tx)} - ${DEAD_JOBS_KEPT_MS}`
  await tx.deleteFrom('jobs').where('state', '=', 'dead').where('run_at', '<', weekAgo).execute()
}

/** Ends the leases of a process that has died. On SQLite, where one is alone, it must have if another starts. */
export async function endLeases(tx: Tx): Promise<void> {
  if (!hasRowLocks(tx)) await tx.updateTable('jobs').set({ lease_until: 0 }).where('state', '=', active).execute()
}

/** After the clock was set back, treats a job whose `queued_at` is to come as queued now with its delay. */
export async function followClock(tx: Tx): Promise<void> {
  const now = clock(tx)
  const early = tx.updateTable('jobs').where('state', '=', pending).where('queued_at', '>', now)
  await early.set({ run_at: sql`run_at - (queued_at - ${now})`, queued_at: now }).execute()
}
