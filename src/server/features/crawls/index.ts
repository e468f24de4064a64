import type { Context, Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import { removeCrawls, selectCrawl, selectEndedBefore } from './queries.ts'

export { linkAllowance, MAXIMUM_PAGES } from './allowance.ts'
export { leftOutOf } from './left-out.ts'
export {
  changeCrawl,
  countUrls,
  insertCrawl,
  keepUrls,
  noteAnswers,
  removeCrawls,
  selectCrawlById,
  selectCrawledUrls,
} from './queries.ts'

/** How long crawls are kept after their end, and listed after their start. */
export const KEPT_MS = 90 * 24 * 60 * 60 * 1000
const AT_ONCE = 100

/**
 * Deletes the crawls that ended more than 90 days ago, except those that a crawl plan refers to. Each is deleted in a
 * transaction of its own, as it may have thousands of pages. Several processes may run this at once.
 */
export async function pruneCrawls(deps: Dependencies): Promise<void> {
  for (;;) {
    const ids = await selectEndedBefore(deps.database.read, deps.now() - KEPT_MS, AT_ONCE)
    for (const id of ids) await deps.database.transaction((tx) => removeCrawls(tx, [id]))
    if (ids.length < AT_ONCE) return
  }
}

/** @throws AppError 404 */
export async function findCrawl(
  ctx: Context,
  organization: Pick<Row<'organizations'>, 'id'>,
  taskId: string,
): Promise<Row<'crawls'>> {
  return orNotFound(await selectCrawl(ctx.database.read, organization.id, taskId.toLowerCase()))
}
