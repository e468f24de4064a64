import { sql } from 'kysely'
import { newId } from '../../db/ids.ts'
import { prepared, preparedWrite } from '../../db/prepared.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { type Outcome, type Run, SUSPECT_AFTER } from '../job-run.ts'
import type { JobDefinition } from '../platform.ts'
import type { RoundRobin } from '../round-robin.ts'

/**
 * Maximum number of jobs of one name taken at once, if they have no fairness keys. It is small because the table is
 * read after each commit that queues a job; if there are more due jobs, it is read again immediately.
 */
const CLAIMED_AT_ONCE = 50
const DEAD_JOBS_KEPT_MS = 7 * 24 * 60 * 60 * 1000

export interface ClaimedJob extends Run {
  id: string
  name: string
  waitingFor: string | null
}

export interface Settlement {
  job: ClaimedJob
  outcome: Outcome
}

export async function insertJob<Payload>(
  tx: Tx,
  definition: JobDefinition<Payload>,
  payload: Payload,
  delaySeconds: number,
): Promise<void> {
  const now = Date.now()
  await insertRow(tx, {
    id: newId(),
    name: definition.name,
    payload: JSON.stringify(payload),
    state: 'pending',
    attempts: 0,
    interruptions: 0,
    run_at: now + delaySeconds * 1000,
    queued_at: now,
    waiting_for: definition.fairnessKey?.(payload) ?? null,
    error: null,
    created_at: now,
  })
}

const insertRow = prepared((db, row: NewRow<'jobs'>) => db.insertInto('jobs').values(row))

const removeJob = preparedWrite((db, id: string) => db.deleteFrom('jobs').where('id', '=', id))

/** Stores the outcomes of finished runs. */
export async function settleJobs(tx: Tx, settlements: readonly Settlement[]): Promise<void> {
  const now = Date.now()
  for (const { job, outcome } of settlements) {
    if (outcome.kind === 'done') await removeJob(tx, job.id)
    else
      await tx
        .updateTable('jobs')
        .set({ ...changesAfter(job, outcome, now), queued_at: now })
        .where('id', '=', job.id)
        .execute()
  }
}

function changesAfter({ attempt }: ClaimedJob, outcome: Exclude<Outcome, { kind: 'done' }>, now: number) {
  switch (outcome.kind) {
    case 'stopped':
      return { state: 'pending' as const, run_at: now }
    case 'postponed':
      return { state: 'pending' as const, run_at: now + outcome.delaySeconds * 1000 }
    case 'again':
      return {
        state: 'pending' as const,
        run_at: now + outcome.delaySeconds * 1000,
        attempts: attempt,
        error: outcome.error,
      }
    case 'dead':
      return { state: 'dead' as const, run_at: now, error: outcome.error }
  }
}

/** How many more jobs of one name this process may start now, besides those that are running. */
export interface Slots {
  slots: number
  running: readonly ClaimedJob[]
  /** The order of the fairness keys, if the jobs have them. */
  roundRobin: RoundRobin | undefined
}

/** How many more jobs this process may start now. */
export interface Room {
  /** By job name. */
  free: ReadonlyMap<string, Slots>
  /** Whether a job may start that is suspected of crashing its process. */
  forSuspect: boolean
}

/**
 * Takes due jobs for this process. Of each name, those due longest are taken first, or those whose fairness key is
 * next.
 * @returns the jobs taken, and when to look again (milliseconds since 1970): now if more due jobs may start, otherwise
 * when the next job falls due; undefined if no job that may start is waiting
 */
export async function claimJobs(
  tx: Tx,
  room: Room,
  now: number,
): Promise<{ claimed: ClaimedJob[]; nextAt: number | undefined }> {
  const claimed: ClaimedJob[] = []
  let nextAt = Infinity
  const takeDue = async (rows: readonly Waiting[]) => {
    const due = rows.filter((row) => row.run_at <= now)
    nextAt = Math.min(nextAt, rows.find((row) => row.run_at > now)?.run_at ?? Infinity)
    if (due.length === 0) return undefined
    await markActive(
      tx,
      due.map((row) => row.id),
    )
    const jobs = due.map(toJob)
    claimed.push(...jobs)
    return jobs[0]
  }
  const free = [...room.free].filter(([, { slots }]) => slots > 0)
  const firsts = await selectFirsts(tx, JSON.stringify(free.map(([name]) => name)))
  const firstAt = new Map(firsts.map((first) => [first.name, first.run_at]))
  for (const [name, { slots, running, roundRobin }] of free) {
    const first = firstAt.get(name) ?? Infinity
    if (first > now) {
      nextAt = Math.min(nextAt, first)
    } else if (roundRobin) {
      const together = [...running]
      for (let slot = 0; slot < slots; slot += 1) {
        const job = await roundRobin(together, async (waiting) =>
          takeDue(await selectWaiting(tx, name, 1, JSON.stringify(waiting))),
        )
        if (!job) break
        together.push(job)
      }
    } else {
      const rows = await selectWaiting(tx, name, Math.min(slots, CLAIMED_AT_ONCE), '[]')
      await takeDue(rows)
      if (rows.length === CLAIMED_AT_ONCE && rows.at(-1)!.run_at <= now) nextAt = now
    }
  }
  if (room.forSuspect) await takeDue(await selectSuspect(tx, [...room.free.keys()]))
  return { claimed, nextAt: Number.isFinite(nextAt) ? nextAt : undefined }
}

type Waiting = Pick<
  Row<'jobs'>,
  'id' | 'name' | 'payload' | 'attempts' | 'interruptions' | 'error' | 'run_at' | 'waiting_for'
>

const toJob = (row: Waiting): ClaimedJob => ({
  id: row.id,
  name: row.name,
  payload: JSON.parse(row.payload),
  attempt: row.attempts + 1,
  interruptions: row.interruptions,
  error: row.error,
  waitingFor: row.waiting_for,
})

const columns = ['id', 'name', 'payload', 'attempts', 'interruptions', 'error', 'run_at', 'waiting_for'] as const
const pending = sql.lit('pending' as const)
// The number is written into the query's text, because the partial index of suspected jobs can't be used with a
// parameter.
const suspect = sql.lit(SUSPECT_AFTER)

/**
 * Reads when the first waiting job of each name falls due. It is one query for all names, because it runs after each
 * commit that queues a job and each finished run, when nearly all of some thirty names have no job.
 */
const selectFirsts = prepared((db, names: string) =>
  db
    .selectFrom(sql<{ value: string }>`json_each(${names})`.as('names'))
    .select((one) => [
      'names.value as name',
      one
        .selectFrom('jobs')
        .select('run_at')
        .where('state', '=', pending)
        .whereRef('name', '=', 'names.value')
        .where('interruptions', '<', suspect)
        .orderBy('run_at')
        .limit(1)
        .as('run_at'),
    ]),
)

/**
 * Reads the first waiting jobs of a name, without those whose fairness key is in `keys`, a JSON array. The keys are one
 * parameter because there may be thousands, and a prepared query for each number of them would be kept for good.
 */
const selectWaiting = prepared((db, name: string, limit: number, keys: string) =>
  db
    .selectFrom('jobs')
    .select(columns)
    .where('state', '=', pending)
    .where('name', '=', name)
    .where('interruptions', '<', suspect)
    .where((row) =>
      row.or([
        row('waiting_for', 'is', null),
        row('waiting_for', 'not in', sql<string>`(select value from json_each(${keys}))`),
      ]),
    )
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit),
)

const selectSuspect = prepared((db, names: string[]) =>
  db
    .selectFrom('jobs')
    .select(columns)
    .where('interruptions', '>=', suspect)
    .where('state', '=', pending)
    .where('name', 'in', names)
    .orderBy('run_at')
    .limit(1),
)

const markActive = preparedWrite((tx, ids: string[]) =>
  tx.updateTable('jobs').set({ state: 'active' }).where('id', 'in', ids),
)

/** The jobs that were running when the last process crashed. */
export function selectActive(db: Db): Promise<Pick<Row<'jobs'>, 'name' | 'payload'>[]> {
  return db.selectFrom('jobs').select(['name', 'payload']).where('state', '=', 'active').execute()
}

/** Runs when the queue starts: queues the jobs of a crashed process again. */
export async function recoverJobs(tx: Tx, now: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set((row) => ({
      state: 'pending' as const,
      interruptions: row('interruptions', '+', 1),
      run_at: now,
      queued_at: now,
    }))
    .where('state', '=', 'active')
    .execute()
}

/** Deletes the jobs that failed for good more than a week ago. */
export async function pruneDeadJobs(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('jobs')
    .where('state', '=', 'dead')
    .where('run_at', '<', now - DEAD_JOBS_KEPT_MS)
    .execute()
}

/**
 * Corrects times after the clock was set back. A waiting job whose `queued_at` is later than `now` is treated as if it
 * had been queued now with its original delay.
 */
export async function followClock(tx: Tx, now: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set((row) => ({ run_at: sql<number>`run_at - (queued_at - ${now})`, queued_at: row.val(now) }))
    .where('state', '=', 'pending')
    .where('queued_at', '>', now)
    .execute()
}
