import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { NewRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import type { Outcome, Run } from '../job-run.ts'

const DEAD_JOBS_KEPT_MS = 7 * 24 * 60 * 60 * 1000

export interface ClaimedJob extends Run {
  id: string
  name: string
}

export interface Settlement {
  job: ClaimedJob
  outcome: Outcome
}

export const insertJob = prepared((db, row: NewRow<'jobs'>) => db.insertInto('jobs').values(row))

const removeJob = prepared((db, id: string) => db.deleteFrom('jobs').where('id', '=', id))

const selectDue = prepared((db, name: string, limit: number) =>
  db
    .selectFrom('jobs')
    .select(['id', 'payload', 'attempts', 'error', 'run_at'])
    .where('state', '=', sql.lit('pending' as const))
    .where('name', '=', name)
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit),
)

/** Writes down what became of runs. */
export async function settleJobs(tx: Tx, settlements: readonly Settlement[]): Promise<void> {
  const now = Date.now()
  for (const { job, outcome } of settlements) {
    if (outcome.kind === 'done') {
      await removeJob(tx, job.id)
      continue
    }
    const change =
      outcome.kind === 'stopped'
        ? { state: 'pending' as const, run_at: now, attempts: job.attempt - 1 }
        : outcome.kind === 'again'
          ? { state: 'pending' as const, run_at: now + outcome.delaySeconds * 1000, error: outcome.error }
          : { state: 'dead' as const, run_at: now, error: outcome.error }
    await tx.updateTable('jobs').set(change).where('id', '=', job.id).execute()
  }
}

/**
 * Takes due jobs, the longest due first.
 *
 * @param free how many more of each name may run
 * @returns what was taken, and when the next of those still free falls due
 */
export async function claimJobs(
  tx: Tx,
  free: ReadonlyMap<string, number>,
  now: number,
): Promise<{ claimed: ClaimedJob[]; nextAt: number | undefined }> {
  const claimed: ClaimedJob[] = []
  let nextAt: number | undefined
  for (const [name, slots] of free) {
    if (slots <= 0) continue
    for (const row of await selectDue(tx, name, slots)) {
      if (row.run_at > now) {
        nextAt = Math.min(nextAt ?? row.run_at, row.run_at)
        break
      }
      claimed.push({ id: row.id, name, payload: JSON.parse(row.payload), attempt: row.attempts + 1, error: row.error })
    }
  }
  if (claimed.length > 0) {
    const ids = claimed.map((job) => job.id)
    await tx
      .updateTable('jobs')
      .set((expression) => ({ state: 'active', attempts: expression('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .execute()
  }
  return { claimed, nextAt }
}

/** At boot: what was active belongs to a process that died. Its run counts. Forgets jobs long dead. */
export async function recoverJobs(tx: Tx, now: number): Promise<void> {
  await tx.updateTable('jobs').set({ state: 'pending', run_at: now }).where('state', '=', 'active').execute()
  await tx
    .deleteFrom('jobs')
    .where('state', '=', 'dead')
    .where('run_at', '<', now - DEAD_JOBS_KEPT_MS)
    .execute()
}
