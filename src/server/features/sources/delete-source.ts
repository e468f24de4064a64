import type { Context } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import { AppError } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { VerbInput } from '../../http/binding.ts'
import { advanceKnowledge, assertAvailable, lockAgent } from '../agents/index.ts'
import { returnQuota } from '../organizations/index.ts'
import { countSources } from './counts.ts'
import { removeFileJob } from './jobs.ts'
import { readKept } from './keep-file.ts'
import { removeChunks, removeSource, selectSource } from './queries.ts'
import { quotaOf } from './quota.ts'

/** Deletes a source with its chunks. A training job of it that is still running finds nothing to do. */
export async function deleteSource(ctx: Context, input: VerbInput<'deleteSource'>): Promise<undefined> {
  await ctx.database.transaction(async (tx) => {
    const agent = await lockAgent(tx, input.agent.id)
    if (!agent) throw new AppError('resource_not_found')
    await lockRow(tx, 'sources', input.source.id)
    const source = await selectSource(tx, agent.id, input.source.id, false)
    if (!source) throw new AppError('resource_not_found')
    assertAvailable(agent)
    if (await removeChunks(tx, source.id)) await advanceKnowledge(tx, agent.id, source.id)
    await removeSource(tx, source.id)
    await countSources(tx, agent.id, [source], [])
    await returnQuota(tx, agent.organization_id, quotaOf[source.type], source.size)
    // A job removes the file, which runs if, and only if, this transaction commits.
    if (source.type === 'file') await ctx.jobs.send(tx, removeFileJob, { key: readKept(source.content).key })
    await emit(ctx, tx, agent.organization_id, { type: 'source.deleted', agent_id: agent.id, source_id: source.id })
  })
}
