import type { Row } from '../../db/rows.ts'
import { findRow, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { typesOf } from './kinds.ts'

export const { insertAll: insertTrainingJobs, change: changeTrainingJob } = rowsOf('training_jobs')
export const { insertAll: insertChunks } = rowsOf('chunks')

export function selectTrainingJob(db: Db, agentId: string, id: string): Promise<Row<'training_jobs'> | undefined> {
  return findRow(db, 'training_jobs', { id, agent_id: agentId })
}

/** Marks a training job as failed because another one has replaced it. */
export async function endTrainingJob(tx: Tx, id: string, error: string, now: number): Promise<void> {
  await tx
    .updateTable('training_jobs')
    .set({ status: 'failed', error, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .execute()
}

/** Some of the training jobs that were changed last before a time and are no source's latest. */
export async function selectOldTrainings(db: Db, time: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('training_jobs')
    .select('training_jobs.id')
    .where('training_jobs.updated_at', '<', time)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sources')
            .select('sources.id')
            .whereRef('sources.id', '=', 'training_jobs.source_id')
            .whereRef('sources.task_id', '=', 'training_jobs.id'),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteTrainings(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('training_jobs').where('id', 'in', ids).execute()
}

/** Raises a running job's progress. @returns the id of the job's agent; undefined if the job no longer runs */
export async function raiseProgress(tx: Tx, id: string, progress: number, now: number): Promise<string | undefined> {
  const row = await tx
    .updateTable('training_jobs')
    .set((update) => ({
      progress: update.case().when('progress', '<', progress).then(progress).else(update.ref('progress')).end(),
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning('agent_id')
    .executeTakeFirst()
  return row?.agent_id
}

/** @returns whether there were any */
export async function removeChunks(tx: Tx, sourceId: string): Promise<boolean> {
  const result = await tx.deleteFrom('chunks').where('source_id', '=', sourceId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const CHUNKS_PER_PAGE = 500

/** The next chunks that `model` embedded. `place` is a page's URL or a file source's content (`KeptFile` as JSON). */
export function selectChunksAfter(
  db: Db,
  agentId: string,
  model: string,
  last: { source_id: string; position: number },
  sources?: readonly string[],
) {
  const query = db
    .selectFrom('chunks')
    .innerJoin('sources', 'sources.id', 'chunks.source_id')
    .select(['chunks.id', 'chunks.source_id', 'chunks.position', 'chunks.heading', 'chunks.content'])
    .select(['chunks.embedding', 'sources.title', 'sources.type'])
    .select((select) => {
      // Null for the other types, whose whole text would be read with each chunk.
      const hasPlace = select('sources.type', 'in', typesOf('address', 'file'))
      return select.case().when(hasPlace).then(select.ref('sources.content')).else(null).end().as('place')
    })
    .where('chunks.agent_id', '=', agentId)
    .where('chunks.embedding_model', '=', model)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('chunks.source_id', 'chunks.position'), '>', tuple(last.source_id, last.position)),
    )
    .orderBy('chunks.source_id')
    .orderBy('chunks.position')
    .limit(CHUNKS_PER_PAGE)
  return (sources ? query.where('chunks.source_id', 'in', sources) : query).execute()
}
