import type { CrawledUrl } from '../../adapters/crawler/crawler.ts'
import { batches } from '../../db/batches.ts'
import type { Row } from '../../db/rows.ts'
import { rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { select: selectCrawlById, insert: insertCrawl, change: changeCrawl } = rowsOf('crawls')

export function selectCrawl(db: Db, organizationId: string, id: string): Promise<Row<'crawls'> | undefined> {
  return db
    .selectFrom('crawls')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** A crawl's URLs in one state, in the order of their discovery. */
export function selectUrls(db: Db, crawlId: string, state: 'found' | 'skipped') {
  return db
    .selectFrom('crawl_pages')
    .select(['url', 'reason'])
    .where('crawl_id', '=', crawlId)
    .where('state', '=', state)
    .orderBy('position')
    .execute()
}

/** The numbers of a crawl's URLs that are still to be visited, and that were found. */
export async function countUrls(db: Db, crawlId: string): Promise<Record<'waiting' | 'found', number>> {
  const rows = await db
    .selectFrom('crawl_pages')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('crawl_id', '=', crawlId)
    .groupBy('state')
    .execute()
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]))
  return { waiting: counts.get('waiting') ?? 0, found: counts.get('found') ?? 0 }
}

export async function selectCrawledUrls(db: Db, crawlId: string): Promise<CrawledUrl[]> {
  const rows = await db
    .selectFrom('crawl_pages')
    .select(['url', 'position', 'depth', 'state', 'reason', 'fingerprint'])
    .where('crawl_id', '=', crawlId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, reason: row.reason as CrawledUrl['reason'] }))
}

export async function keepUrls(tx: Tx, crawlId: string, urls: readonly CrawledUrl[]): Promise<void> {
  for (const batch of batches(urls))
    await tx
      .insertInto('crawl_pages')
      .values(batch.map((url) => ({ crawl_id: crawlId, ...url })))
      .onConflict((conflict) =>
        conflict.columns(['crawl_id', 'url']).doUpdateSet((update) => ({
          state: update.ref('excluded.state'),
          reason: update.ref('excluded.reason'),
          fingerprint: update.ref('excluded.fingerprint'),
        })),
      )
      .execute()
}

/** The ids of up to `limit` crawls that ended before a time, without those that a crawl plan refers to. */
export async function selectEndedBefore(db: Db, time: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('crawls')
    .select('crawls.id')
    .where('status', 'in', ['completed', 'failed'])
    .where('updated_at', '<', time)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('plans').select('plans.id').whereRef('plans.crawl_id', '=', 'crawls.id'))),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function removeCrawls(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('crawl_pages').where('crawl_id', 'in', ids).execute()
  await tx.deleteFrom('crawls').where('id', 'in', ids).execute()
}
