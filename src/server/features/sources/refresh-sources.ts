import { type Context, type Dependencies, systemContext } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import { lockAgent } from '../agents/index.ts'
import { refreshJob } from './jobs.ts'
import { selectProcessing, selectSource, selectTrainedOtherwise } from './queries.ts'
import { restartTraining } from './retrain-source.ts'
import { pauseTraining } from './training-state.ts'

/**
 * To be called at start, before jobs run: what a process was at when it ended is waiting again. Where there may be others,
 * only the queue knows what they are at.
 */
export async function recoverSources(deps: Dependencies): Promise<void> {
  if (deps.database.isRemote) return
  const ctx = systemContext(deps)
  for (const { id, task_id } of await selectProcessing(deps.database.read))
    await pauseTraining(ctx, { sourceId: id, taskId: task_id })
}

/** To be called when a worker starts: the embedding model may have been changed since the last time. */
export async function startSources(deps: Dependencies): Promise<void> {
  await deps.database.transaction((tx) => deps.jobs.send(tx, refreshJob, {}))
}

/** Trains again every source whose chunks another embedding model made: they can't be compared with questions any more. */
export async function refreshSources(ctx: Context, signal: AbortSignal): Promise<void> {
  let after = ''
  for (;;) {
    const found = await selectTrainedOtherwise(ctx.database.read, ctx.knowledge.embeddingModel, after)
    if (found.length === 0) return
    for (const { id, agent_id } of found) {
      signal.throwIfAborted()
      await ctx.database.transaction(async (tx) => {
        const agent = await lockAgent(tx, agent_id)
        await lockRow(tx, 'sources', id)
        const source = agent && (await selectSource(tx, agent_id, id, false))
        if (!source || source.status === 'pending' || source.status === 'processing') return
        await restartTraining(ctx, tx, agent, source)
      })
      after = id
    }
  }
}
