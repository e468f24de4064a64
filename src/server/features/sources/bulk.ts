import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { removeInPortions } from '../../concurrency/remove-in-portions.ts'
import { actingUserId, type Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import type { Locator, Verb } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { deleteBulksBefore, insertBulk, selectBulk } from './bulk-queries.ts'
import { bulkJob } from './jobs.ts'

const KEPT_MS = 24 * 60 * 60 * 1_000
const AT_ONCE = limits.sourcesAtOnce

/**
 * Queues a bulk action on sources. Ids that are not the agent's sources are accepted; the job counts them as failed.
 * @throws AppError 423 `agent_unavailable` if the agent is disabled
 */
export const createSourceBulk: Verb<'createSourceBulk'> = async (ctx, { agent, body }) => {
  assertAvailable(agent)
  const ids = [...new Set(body.ids)]
  return ctx.database.transaction(async (tx) => {
    const id = newId()
    await insertBulk(tx, {
      ...{ id, agent_id: agent.id, user_id: actingUserId(ctx), address: ctx.ip, kind: body.do },
      ...{ source_ids: JSON.stringify(ids), status: 'pending', total: ids.length, done: 0, failed: 0 },
      created_at: ctx.now(),
    })
    await ctx.jobs.send(tx, bulkJob, { bulkId: id, agentId: agent.id })
    return ctx.answer(tx, { id })
  })
}

/** @throws AppError 404, also for one that was requested more than a day ago */
export const findSourceBulk: Locator<'bulk'> = async (ctx, id, { agent }) => {
  const row = await selectBulk(ctx.database.read, id)
  if (row?.agent_id !== agent.id || row.created_at < ctx.now() - KEPT_MS) throw new AppError('resource_not_found')
  return row
}

export const presentSourceBulk = ({ status, total, done, failed }: Row<'source_bulks'>): Data<'getSourceBulk'> => ({
  status,
  total,
  done,
  failed,
})

/** Deletes the records of bulk actions requested more than a day ago, except pending ones. */
export function pruneSourceBulks(deps: Dependencies): Promise<void> {
  return removeInPortions(deps, AT_ONCE, (tx) => deleteBulksBefore(tx, deps.now() - KEPT_MS, AT_ONCE))
}
