import type { Context } from '../../context.ts'
import type { EventListener } from '../../events/emit.ts'
import { returnQuota } from '../organizations/index.ts'
import { purgeJob } from './jobs.ts'
import { readKept } from './keep-file.ts'
import { removeChunks, selectSourcesAfter, sumSizes } from './queries.ts'
import { quotaOf } from './quota.ts'

/** A deleted agent's sources no longer count against the plan, and what they held is removed. */
export const sourceEventListener: EventListener = async (deps, tx, { organizationId, event }) => {
  if (event.type !== 'agent.deleted' || !event.agent_id) return
  for (const { type, size } of await sumSizes(tx, event.agent_id))
    await returnQuota(tx, organizationId, quotaOf[type], Number(size))
  await deps.jobs.send(tx, purgeJob, { agentId: event.agent_id })
}

/** Removes chunks and stored files; the rows stay with their agent's. */
export async function purgeSources(ctx: Context, agentId: string, signal: AbortSignal): Promise<void> {
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
