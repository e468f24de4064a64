import { countRows } from '../../db/count-rows.ts'
import type { NewRow, Row, RowChanges } from '../../db/rows.ts'
import { findRow, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

/** Removing a check deletes its results too. */
export const { insertAll: insertChecks, remove: removeCheck } = rowsOf('checks')

export const { select: selectRun, lock: selectRunToChange, insert: insertRun, change: changeRun } = rowsOf('check_runs')

export function selectChecks(db: Db, agentId: string): Promise<Row<'checks'>[]> {
  return db.selectFrom('checks').selectAll().where('agent_id', '=', agentId).orderBy('id', 'desc').execute()
}

export function selectCheck(db: Db, agentId: string, id: string): Promise<Row<'checks'> | undefined> {
  return db.selectFrom('checks').selectAll().where('id', '=', id).where('agent_id', '=', agentId).executeTakeFirst()
}

export function selectChecksById(db: Db, agentId: string, ids: readonly string[]): Promise<{ id: string }[]> {
  return db.selectFrom('checks').select('id').where('agent_id', '=', agentId).where('id', 'in', ids).execute()
}

/** Up to `limit` checks that are older than a run and have no result in it yet, newest first. */
export function selectChecksLeft(db: Db, run: Row<'check_runs'>, limit: number): Promise<Row<'checks'>[]> {
  return db
    .selectFrom('checks')
    .selectAll()
    .where('agent_id', '=', run.agent_id)
    .where('id', '<=', run.id)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('check_results')
            .where('run_id', '=', run.id)
            .whereRef('check_id', '=', 'checks.id')
            .select('run_id'),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export const countChecks = (db: Db, agentId: string): Promise<number> =>
  countRows(db.selectFrom('checks').where('agent_id', '=', agentId))

/** Changes a check. @returns the changed row; undefined if it has been deleted */
export function changeCheck(tx: Tx, id: string, changes: RowChanges<'checks'>): Promise<Row<'checks'> | undefined> {
  return tx.updateTable('checks').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

export function selectRuns(db: Db, agentId: string): Promise<Row<'check_runs'>[]> {
  return db.selectFrom('check_runs').selectAll().where('agent_id', '=', agentId).orderBy('id', 'desc').execute()
}

export function selectPendingRun(db: Db, agentId: string): Promise<Row<'check_runs'> | undefined> {
  return findRow(db, 'check_runs', { agent_id: agentId, status: 'pending' })
}

export const RUNS_KEPT = 100

/** Deletes an agent's runs with their results, except the newest 100 and one that is in progress; at most 100 at a time. */
export async function pruneRuns(tx: Tx, agentId: string): Promise<void> {
  const oldest = await tx
    .selectFrom('check_runs')
    .select('id')
    .where('agent_id', '=', agentId)
    .orderBy('id', 'desc')
    .offset(RUNS_KEPT)
    .limit(RUNS_KEPT)
    .execute()
  const ids = oldest.map(({ id }) => id)
  if (ids.length > 0)
    await tx.deleteFrom('check_runs').where('id', 'in', ids).where('status', '!=', 'pending').execute()
}

export async function deleteSkippedRuns(tx: Tx, agentId: string): Promise<void> {
  await tx.deleteFrom('check_runs').where('agent_id', '=', agentId).where('status', '=', 'skipped').execute()
}

/** The agent's newest finished run that is older than a given one. */
export function selectRunBefore(db: Db, { agent_id, id }: Row<'check_runs'>) {
  return db
    .selectFrom('check_runs')
    .selectAll()
    .where('agent_id', '=', agent_id)
    .where('id', '<', id)
    .where('status', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function selectResults(db: Db, runId: string): Promise<Row<'check_results'>[]> {
  return db.selectFrom('check_results').selectAll().where('run_id', '=', runId).orderBy('check_id', 'desc').execute()
}

export function selectResultsOf(db: Db, checkId: string): Promise<Row<'check_results'>[]> {
  return db.selectFrom('check_results').selectAll().where('check_id', '=', checkId).orderBy('run_id', 'desc').execute()
}

export function selectLastResult(db: Db, checkId: string): Promise<Row<'check_results'> | undefined> {
  const results = db.selectFrom('check_results').selectAll().where('check_id', '=', checkId)
  return results.orderBy('run_id', 'desc').limit(1).executeTakeFirst()
}

export async function insertResults(tx: Tx, rows: NewRow<'check_results'>[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('check_results')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Whether the training of a source has ended, so that the agent may answer differently from before: if it failed, the
 * agent may have forgotten what it knew of the source.
 */
export async function isTrainingOver(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('sources').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status === 'completed' || row?.status === 'failed'
}

/** Whether a source of the agent that is no draft is being trained or waits for it. */
export async function isTraining(db: Db, agentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sources')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('is_draft', '=', 0)
    .where('status', 'in', ['pending', 'processing'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Null if no run is due; undefined if the agent is deleted or has no checks, or they run on demand only. */
export function selectWhenDue(db: Db, agentId: string) {
  return db
    .selectFrom('agents')
    .select('checks_due_at')
    .where('id', '=', agentId)
    .where('checks_after_training', '=', 1)
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) => exists(selectFrom('checks').select('id').where('agent_id', '=', agentId)))
    .executeTakeFirst()
}

export async function changeDue(tx: Tx, agentId: string, dueAt: number | null): Promise<void> {
  await tx.updateTable('agents').set({ checks_due_at: dueAt }).where('id', '=', agentId).execute()
}
