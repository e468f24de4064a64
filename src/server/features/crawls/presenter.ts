import type { Data } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import { type FullCrawl, selectUrls } from './queries.ts'

/** A crawl as the API shows it. Its pages are shown only once it is completed. */
export async function presentCrawl(db: Db, crawl: Row<'crawls'>): Promise<Data<'getCrawl'>> {
  const task = { task_id: crawl.id, status: crawl.status }
  if (crawl.status === 'failed') return { ...task, ...(crawl.error !== null && { error: crawl.error }) }
  if (crawl.status !== 'completed') return task
  const urls = (await selectUrls(db, crawl.id, 'found')).map(({ url }) => url)
  const skipped = (await selectUrls(db, crawl.id, 'skipped')).map(({ url }) => url)
  return { ...task, result: { urls, skipped_urls: skipped, stats: { total_urls: urls.length } } }
}

export function presentFullCrawl(row: FullCrawl): Data<'listCrawls'>[number] {
  const { id, status, url, starter_type: type, starter_id } = row
  const name = row.member_name ?? row.key_name
  const isKnown = type !== null && starter_id !== null && name !== null
  return {
    ...{ task_id: id, url, status, found: Number(row.found ?? 0), created_at: isoTime(row.created_at) },
    started_by: isKnown ? { type, id: starter_id, name } : null,
  }
}
