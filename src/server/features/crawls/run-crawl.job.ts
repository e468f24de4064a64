import { crawlSite } from '../../adapters/crawler/crawl-site.ts'
import { CrawlError } from '../../adapters/crawler/crawler.ts'
import { type Context, systemContext } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import { emit } from '../../events/emit.ts'
import { handler } from '../../jobs/handler.ts'
import type { JobRun } from '../../platform/platform.ts'
import { linkAllowance, MAXIMUM_PAGES } from './allowance.ts'
import { crawlJob } from './jobs.ts'
import { changeCrawl, keepUrls, noteAnswers, selectCrawlById, selectCrawledUrls } from './queries.ts'

/** The least number of milliseconds between two events that tell the dashboard of a crawl's progress. */
const TELL_EVERY_MS = 2_000
const UNEXPECTED = 'The crawl failed for an unexpected reason. Start it again; the server’s log says more.'

/** Visits a website's pages, and saves what it finds as it goes, so that another attempt can continue from there. */
export const crawlHandler = handler(crawlJob, (deps) => {
  const ctx = systemContext(deps)
  return {
    run: ({ crawlId }, run) => runCrawl(ctx, crawlId, run),
    async interrupted({ crawlId }) {
      await setStatus(ctx, crawlId, { status: 'pending' })
    },
    async failed({ crawlId }, error) {
      ctx.log.warn({ err: error, crawl_id: crawlId }, 'a crawl failed')
      const message = error instanceof CrawlError ? error.message : UNEXPECTED
      await setStatus(ctx, crawlId, { status: 'failed', error: message })
    },
  }
})

async function runCrawl(ctx: Context, crawlId: string, { signal, attempt }: JobRun): Promise<void> {
  const crawl = await setStatus(ctx, crawlId, { status: 'processing', error: null })
  if (!crawl) return
  let toldAt = performance.now()
  try {
    await crawlSite({
      seed: crawl.url,
      outbound: ctx.outbound,
      extractor: ctx.extractor.forOwner(crawl.organization_id),
      maximumPages: MAXIMUM_PAGES,
      maximumFound: await linkAllowance(ctx, crawl.organization_id),
      known: await selectCrawledUrls(ctx.database.read, crawlId),
      visited: crawl.visited,
      signal,
      async save(changed, visited, reports) {
        await ctx.database.transaction(async (tx) => {
          await keepUrls(tx, crawlId, changed)
          await noteAnswers(tx, crawlId, reports)
          await changeCrawl(tx, crawlId, { visited, updated_at: ctx.now() })
          if (performance.now() - toldAt < TELL_EVERY_MS) return
          toldAt = performance.now()
          await emit(ctx, tx, crawl.organization_id, { type: 'crawl.updated', task_id: crawlId })
        })
      },
    })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof CrawlError && error.isPermanent) {
      await setStatus(ctx, crawlId, { status: 'failed', error: error.message })
      return
    }
    if (attempt < crawlJob.attempts) await setStatus(ctx, crawlId, { status: 'pending' })
    throw error
  }
  await setStatus(ctx, crawlId, { status: 'completed', error: null })
}

/** Sets a crawl's status. @returns the crawl as it was; undefined, and no change, if it is gone or has already ended */
function setStatus(
  ctx: Context,
  crawlId: string,
  changes: RowChanges<'crawls'> & Pick<Row<'crawls'>, 'status'>,
): Promise<Row<'crawls'> | undefined> {
  return ctx.database.transaction(async (tx) => {
    await lockRow(tx, 'crawls', crawlId)
    const crawl = await selectCrawlById(tx, crawlId)
    if (!crawl || crawl.status === 'completed' || crawl.status === 'failed') return undefined
    await changeCrawl(tx, crawlId, { ...changes, updated_at: ctx.now() })
    await emit(ctx, tx, crawl.organization_id, { type: 'crawl.updated', task_id: crawlId })
    return crawl
  })
}
