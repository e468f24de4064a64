import type { Context, Dependencies } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import { lockAgent } from '../agents/index.ts'
import { refreshJob } from './jobs.ts'
import { selectSource, selectTrainedOtherwise } from './queries.ts'
import { restartTraining } from './retrain-source.ts'

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
