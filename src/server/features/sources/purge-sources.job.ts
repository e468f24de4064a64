import { type Context, systemContext } from '../../context.ts'
import { handler } from '../../jobs/handler.ts'
import { purgeJob } from './jobs.ts'
import { keptFileOf } from './keep-file.ts'
import { selectSourcesAfter } from './queries.ts'
import { removeChunks } from './training-queries.ts'
import { removeVersions } from './version-queries.ts'

export const purgeHandler = handler(purgeJob, (deps) => {
  const ctx = systemContext(deps)
  return { run: ({ agentId }, { signal }) => purgeSources(ctx, agentId, signal) }
})

/** Removes the chunks, versions and stored files of an agent's sources. Their rows remain, like the agent's. */
async function purgeSources(ctx: Context, agentId: string, signal: AbortSignal): Promise<void> {
  let after = ''
  for (;;) {
    const sources = await selectSourcesAfter(ctx.database.read, agentId, after)
    if (sources.length === 0) return
    for (const source of sources) {
      signal.throwIfAborted()
      const kept = keptFileOf(source)
      if (kept) await ctx.storage.remove(kept.key)
      await ctx.database.transaction(async (tx) => {
        await removeChunks(tx, source.id)
        await removeVersions(tx, source.id)
      })
      after = source.id
    }
  }
}
