import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { selectCrawl } from './queries.ts'

export { linkAllowance, MAXIMUM_PAGES } from './allowance.ts'
export {
  changeCrawl,
  countUrls,
  insertCrawl,
  keepUrls,
  removeCrawls,
  selectCrawlById,
  selectCrawledUrls,
} from './queries.ts'

/**
 * The organization's crawl by its task id.
 * @throws AppError 404
 */
export async function findCrawl(
  ctx: Context,
  organization: Pick<Row<'organizations'>, 'id'>,
  taskId: string,
): Promise<Row<'crawls'>> {
  const crawl = await selectCrawl(ctx.database.read, organization.id, taskId.toLowerCase())
  if (!crawl) throw new AppError('resource_not_found')
  return crawl
}
