import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { advanceKnowledge, assertAvailable } from '../agents/index.ts'
import { recordAudit } from '../audit/index.ts'
import { returnQuota } from '../organizations/index.ts'
import { countSources } from './counts.ts'
import { holdingSource } from './holding-source.ts'
import { removeFileJob } from './jobs.ts'
import { keptFileOf } from './keep-file.ts'
import { kinds } from './kinds.ts'
import { removeSource } from './queries.ts'
import { removeChunks } from './training-queries.ts'
import { removeVersions } from './version-queries.ts'

/** Deletes a source with its chunks. A training job of it that is still running finds nothing to do. */
export const deleteSource: Verb<'deleteSource'> = async (ctx, input) => {
  await holdingSource(ctx, input, (tx, agent, source) => withdrawSource(ctx, tx, agent, source))
}

/**
 * Deletes a source in the transaction that holds it (`holdingSource`).
 * @throws AppError 423 if the agent is disabled
 */
export async function withdrawSource(
  ctx: Context,
  tx: Tx,
  agent: Row<'agents'>,
  source: Row<'sources'>,
): Promise<void> {
  assertAvailable(agent)
  if (await removeChunks(tx, source.id)) await advanceKnowledge(tx, agent.id, source.id)
  await removeVersions(tx, source.id)
  await removeSource(tx, source.id)
  await countSources(tx, agent.id, [source], [])
  await returnQuota(tx, agent.organization_id, kinds[source.type].quota, source.size)
  // A job removes the file: it runs if, and only if, this transaction commits.
  const kept = keptFileOf(source)
  if (kept) await ctx.jobs.send(tx, removeFileJob, { key: kept.key })
  // The title of questions and answers is often the first question, perhaps in a visitor's own words.
  const name = source.type === 'qa' ? null : source.title
  const target = { type: 'source' as const, id: source.id, name }
  await recordAudit(ctx, tx, agent.organization_id, 'source.deleted', target)
  await emit(ctx, tx, agent.organization_id, { type: 'source.deleted', agent_id: agent.id, source_id: source.id })
}
