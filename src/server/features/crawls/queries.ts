import type { ExpressionBuilder } from 'kysely'
import type { CrawledUrl, PageReport } from '../../adapters/crawler/crawler.ts'
import { batches } from '../../db/batches.ts'
import type { Row } from '../../db/rows.ts'
import { findRow, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tables, Tx } from '../../db/tables.ts'

export const { select: selectCrawlById, insert: insertCrawl, change: changeCrawl } = rowsOf('crawls')

export function selectCrawl(db: Db, organizationId: string, id: string): Promise<Row<'crawls'> | undefined> {
  return findRow(db, 'crawls', { id, organization_id: organizationId })
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

/** Notes with which status a website answered instead of pages, and where pages have led. */
export async function noteAnswers(tx: Tx, crawlId: string, reports: readonly PageReport[]): Promise<void> {
  for (const report of reports) {
    if (report.kind !== 'failed' && report.kind !== 'moved') continue
    const answer = report.kind === 'failed' ? { status: report.status } : { target: report.target }
    const update = tx.updateTable('crawl_pages').set(answer).where('crawl_id', '=', crawlId)
    await update.where('url', '=', report.url).execute()
  }
}

/** The first URLs that a crawl has skipped, with their last answers, but for what a site's patterns leave out. */
export function selectSkipped(db: Db, crawlId: string, limit: number) {
  return db
    .selectFrom('crawl_pages')
    .select(['url', 'reason', 'status'])
    .where('crawl_id', '=', crawlId)
    .where('state', '=', 'skipped')
    .where('reason', '!=', 'excluded')
    .orderBy('position')
    .limit(limit)
    .execute()
}

const withoutPlan = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'crawls'>) =>
  not(exists(selectFrom('plans').select('plans.id').whereRef('plans.crawl_id', '=', 'crawls.id')))

/** The ids of up to `limit` crawls that ended before a time, without those that a crawl plan refers to. */
export async function selectEndedBefore(db: Db, time: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('crawls')
    .select('crawls.id')
    .where('status', 'in', ['completed', 'failed'])
    .where('updated_at', '<', time)
    .where(withoutPlan)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function removeCrawls(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('crawl_pages').where('crawl_id', 'in', ids).execute()
  await tx.deleteFrom('crawls').where('id', 'in', ids).execute()
}

/** The ids of an organization's crawls since a time, without those that a crawl plan refers to. */
export const crawlIds = (db: Db, organizationId: string, since: number) =>
  db
    .selectFrom('crawls')
    .select('crawls.id')
    .where('organization_id', '=', organizationId)
    .where('created_at', '>=', since)
    .where(withoutPlan)

export async function countCrawls(db: Db, organizationId: string, since: number): Promise<number> {
  const rows = await crawlIds(db, organizationId, since)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
  return Number(rows[0]?.count ?? 0)
}

/** Crawls by id, with how many pages they have found and the present name of who has started them. */
export function selectFullCrawls(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('crawls')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'crawls.starter_id').on('crawls.starter_type', '=', 'member'),
    )
    .leftJoin('api_keys', (join) =>
      join.onRef('api_keys.id', '=', 'crawls.starter_id').on('crawls.starter_type', '=', 'key'),
    )
    .selectAll('crawls')
    .select(['users.name as member_name', 'api_keys.name as key_name'])
    .select(({ selectFrom }) =>
      selectFrom('crawl_pages')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('crawl_pages.crawl_id', '=', 'crawls.id')
        .where('crawl_pages.state', '=', 'found')
        .as('found'),
    )
    .where('crawls.id', 'in', ids)
    .execute()
}

export type FullCrawl = Awaited<ReturnType<typeof selectFullCrawls>>[number]
