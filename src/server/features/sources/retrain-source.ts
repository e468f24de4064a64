import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { advanceKnowledge, assertAvailable } from '../agents/index.ts'
import { countSources } from './counts.ts'
import { holdingSource } from './holding-source.ts'
import { changeSource } from './queries.ts'
import { holdTraining, startTraining } from './start-training.ts'
import { endTrainingJob, removeChunks } from './training-queries.ts'

/** Deletes what the agent has learnt from the source, then trains on it again. */
export const retrainSource: Verb<'retrainSource'> = (ctx, input) =>
  holdingSource(ctx, input, async (tx, agent, source) => {
    assertAvailable(agent)
    if (await removeChunks(tx, source.id)) await advanceKnowledge(tx, agent.id, source.id)
    return ctx.answer(tx, { task_id: await restartTraining(ctx, tx, agent, source) })
  })

/**
 * Gives a source a new training job. Its older jobs can't write anything from then on.
 * @param begin `holdTraining` if the caller starts the job later
 * @returns the id of the new job
 */
export async function restartTraining(
  ctx: Context,
  tx: Tx,
  agent: Pick<Row<'agents'>, 'id' | 'organization_id'>,
  source: Row<'sources'>,
  begin: typeof startTraining = startTraining,
): Promise<string> {
  const now = ctx.now()
  const after: Row<'sources'> = { ...source, status: 'pending', task_id: newId(), updated_at: now }
  await endTrainingJob(tx, source.task_id, 'A newer training of this source took the place of this one.', now)
  await changeSource(tx, source.id, { status: after.status, task_id: after.task_id, updated_at: now })
  await countSources(tx, agent.id, [source], [after])
  await begin(ctx, tx, [after])
  await emit(ctx, tx, agent.organization_id, { type: 'source.updated', agent_id: agent.id, source_id: source.id })
  return after.task_id
}

/**
 * Gives a page's source a new training job, with agent and source locked. The caller starts it (`startHeldTraining`) or
 * completes it (`swapIn`); until then, answers are made from what was learnt before.
 */
export async function relearnPage(
  ctx: Context,
  tx: Tx,
  agent: Row<'agents'>,
  source: Row<'sources'>,
): Promise<Row<'sources'>> {
  return { ...source, task_id: await restartTraining(ctx, tx, agent, source, holdTraining) }
}
