import type { PostContext } from '../../context.ts'
import { AppError, sentence } from '../../errors.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { createCrawledSources } from '../sources/index.ts'
import { findCrawl } from './index.ts'
import { selectFoundAmong } from './queries.ts'

/**
 * Creates sources of an agent from pages that a crawl has found. They remember the crawl, whose report shows their
 * progress.
 */
export async function createCrawlSources(
  ctx: PostContext,
  { agent, params, body: { urls } }: VerbInput<'createCrawlSources'>,
): Promise<VerbResult<'createCrawlSources'>> {
  const crawl = await findCrawl(ctx, { id: agent.organization_id }, params.taskId)
  const found = await selectFoundAmong(ctx.database.read, crawl.id, urls)
  const details = urls.flatMap((url, index) => {
    const field = `urls.${index}`
    return found.has(url) ? [] : [{ field, message: sentence(field, 'is no page that this crawl found') }]
  })
  if (details.length > 0) throw new AppError('validation_failed', { details })
  return createCrawledSources(ctx, agent, urls, crawl.id)
}
