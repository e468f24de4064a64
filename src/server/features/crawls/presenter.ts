import type { Data } from '#contract/index.ts'
import type { SkipReason } from '../../adapters/crawler/crawler.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { countUrls, selectUrls } from './queries.ts'

/** A crawl as the API shows it. Its pages are shown only once it is completed. */
export async function presentCrawl(db: Db, crawl: Row<'crawls'>): Promise<Data<'getCrawl'>> {
  const task = { task_id: crawl.id, status: crawl.status }
  if (crawl.status === 'failed') return { ...task, ...(crawl.error !== null && { error: crawl.error }) }
  if (crawl.status !== 'completed') return task
  const urls = await foundUrls(db, crawl)
  const skipped = (await selectUrls(db, crawl.id, 'skipped')).map(({ url }) => url)
  return { ...task, result: { urls, skipped_urls: skipped, stats: { total_urls: urls.length } } }
}

/** A crawl with its progress and results, completed or not; for the dashboard. */
export async function presentFullCrawl(db: Db, crawl: Row<'crawls'>): Promise<Data<'getFullCrawl'>> {
  const { waiting, found } = await countUrls(db, crawl.id)
  const skipped = await selectUrls(db, crawl.id, 'skipped')
  return {
    task_id: crawl.id,
    url: crawl.url,
    status: crawl.status,
    error: crawl.error,
    progress: { visited: crawl.visited, found, waiting },
    urls: crawl.status === 'completed' ? await foundUrls(db, crawl) : [],
    skipped: skipped.map(({ url, reason }) => ({ url, reason: reason as SkipReason })),
  }
}

async function foundUrls(db: Db, crawl: Row<'crawls'>): Promise<string[]> {
  return (await selectUrls(db, crawl.id, 'found')).map(({ url }) => url)
}
