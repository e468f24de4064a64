import { removeInPortions } from '../../concurrency/remove-in-portions.ts'
import type { Dependencies } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { insertUpload } from '../sources/index.ts'
import { deleteJobsBefore, selectJob } from './queries.ts'

export { eraseAgain } from './erase-again.ts'
export { queueRetention, startRetention } from './retention.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
const AT_ONCE = 100

/** @throws AppError 404, also for one that was requested more than a day ago */
export const findVisitorJob: Locator<'job'> = async (ctx, id, { organization }) => {
  const row = await selectJob(ctx.database.read, id)
  if (!row || row.organization_id !== organization.id || row.created_at <= ctx.now() - KEPT_MS)
    throw new AppError('resource_not_found')
  return row
}

/** Deletes exports and records of erasures over a day old, except pending ones. The sweep of uploads removes the files. */
export function pruneVisitorJobs(deps: Dependencies): Promise<void> {
  return removeInPortions(deps, AT_ONCE, async (tx) => {
    const removed = await deleteJobsBefore(tx, deps.now() - KEPT_MS, AT_ONCE)
    for (const { id, kind } of removed) if (kind === 'export') await insertUpload(tx, id, 0)
    return removed.length
  })
}
