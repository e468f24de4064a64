import type { Context } from '../../context.ts'
import { isoTime } from '../../db/time.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { countCrawled, countFound, selectLatestCrawls } from './queries.ts'

/** Lists the latest crawls, each with the number of pages found and the state of the sources made from them. */
export function listCrawls(ctx: Context, { organization }: VerbInput<'listCrawls'>): Promise<VerbResult<'listCrawls'>> {
  return ctx.database.snapshot(async (db) => {
    const crawls = await selectLatestCrawls(db, organization.id)
    if (crawls.length === 0) return []
    const ids = crawls.map(({ id }) => id)
    const found = new Map((await countFound(db, ids)).map(({ crawl_id, count }) => [crawl_id, Number(count)]))
    const counts = await countCrawled(db, ids)
    return crawls.map(({ id, url, status, error, created_at }) => {
      const own = counts.filter(({ crawl_id }) => crawl_id === id)
      const countOf = (...statuses: string[]) =>
        own.reduce((sum, row) => (statuses.includes(row.status) ? sum + Number(row.count) : sum), 0)
      return {
        task_id: id,
        url,
        status,
        error: status === 'failed' ? error : null,
        found: found.get(id) ?? 0,
        sources: {
          total: countOf('pending', 'processing', 'completed', 'failed'),
          trained: countOf('completed'),
          failed: countOf('failed'),
        },
        created_at: isoTime(created_at),
      }
    })
  })
}
