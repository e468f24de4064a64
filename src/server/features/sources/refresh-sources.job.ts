import { type Context, systemContext } from '../../context.ts'
import { handler } from '../../jobs/handler.ts'
import { lockAgent } from '../agents/index.ts'
import { refreshJob } from './jobs.ts'
import { lockSource, selectTrainedOtherwise } from './queries.ts'
import { restartTraining } from './retrain-source.ts'

export const refreshHandler = handler(refreshJob, (deps) => {
  const ctx = systemContext(deps)
  return { run: (_payload, { signal }) => refreshSources(ctx, signal) }
})

/**
 * Queues the training of every source whose chunks were embedded by another model, because those can't be compared with
 * questions any more. Sources that wait for a training or are in one are left out.
 */
async function refreshSources(ctx: Context, signal: AbortSignal): Promise<void> {
  let after = ''
  for (;;) {
    const found = await selectTrainedOtherwise(ctx.database.read, ctx.knowledge.embeddingModel, after)
    if (found.length === 0) return
    for (const { id, agent_id } of found) {
      signal.throwIfAborted()
      await ctx.database.transaction(async (tx) => {
        const agent = await lockAgent(tx, agent_id)
        const source = agent && (await lockSource(tx, agent_id, id))
        if (!source || source.status === 'pending' || source.status === 'processing') return
        await restartTraining(ctx, tx, agent, source)
      })
      after = id
    }
  }
}
