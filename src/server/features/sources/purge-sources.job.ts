import { type Context, type Dependencies, systemContext } from '../../context.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { type PurgePayload, purgeJob } from './jobs.ts'
import { readKept } from './keep-file.ts'
import { removeChunks, selectSourcesAfter } from './queries.ts'

/** Removes what a deleted agent's sources held. */
export function purgeHandler(deps: Dependencies): JobHandler<PurgePayload> {
  const ctx = systemContext(deps)
  return { definition: purgeJob, run: ({ agentId }, { signal }) => purgeSources(ctx, agentId, signal) }
}

/** Removes chunks and stored files; the rows stay with their agent's. */
async function purgeSources(ctx: Context, agentId: string, signal: AbortSignal): Promise<void> {
  let after = ''
  for (;;) {
    const sources = await selectSourcesAfter(ctx.database.read, agentId, after)
    if (sources.length === 0) return
    for (const source of sources) {
      signal.throwIfAborted()
      if (source.type === 'file') await ctx.storage.remove(readKept(source.content).key)
      await ctx.database.transaction((tx) => removeChunks(tx, source.id))
      after = source.id
    }
  }
}
