import type { Context, Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { trainJob } from './jobs.ts'
import { insertTrainingJobs } from './training-queries.ts'

/** Queues the training job that each source's `task_id` names. */
export async function startTraining(ctx: Context, tx: Tx, sources: Row<'sources'>[]): Promise<void> {
  await holdTraining(ctx, tx, sources)
  for (const source of sources) await startHeldTraining(ctx, tx, source)
}

/** Stores the training job that each source's `task_id` names, without queuing it: the caller starts it later. */
export async function holdTraining(ctx: Context, tx: Tx, sources: Row<'sources'>[]): Promise<void> {
  const now = ctx.now()
  await insertTrainingJobs(
    tx,
    sources.map((source) => ({
      id: source.task_id,
      source_id: source.id,
      agent_id: source.agent_id,
      status: 'pending',
      progress: 0,
      error: null,
      created_at: now,
      updated_at: now,
    })),
  )
}

/**
 * Queues a held training job, which does nothing if a newer one has replaced it.
 * @param siteId the site whose crawl has read the page, if one has
 */
export const startHeldTraining = (
  ctx: Dependencies,
  tx: Tx,
  { id, task_id, agent_id }: Pick<Row<'sources'>, 'id' | 'task_id' | 'agent_id'>,
  siteId?: string,
): Promise<void> =>
  ctx.jobs.send(tx, trainJob, { sourceId: id, taskId: task_id, agentId: agent_id, ...(siteId && { siteId }) })
