import type { Bindings } from '../../http/binding.ts'
import { findCrawl } from './index.ts'
import { presentCrawl, presentCrawlReport } from './presenter.ts'
import { startCrawl } from './start-crawl.ts'

export const crawlRoutes: Bindings<'startCrawl' | 'getCrawl' | 'getCrawlReport'> = {
  startCrawl: { run: startCrawl },
  getCrawl: {
    run: async (ctx, { organization, params }) =>
      presentCrawl(ctx.database.read, await findCrawl(ctx, organization, params.taskId)),
    // A result never changes.
    version: async (ctx, { organization, params }) => (await findCrawl(ctx, organization, params.taskId)).status,
  },
  getCrawlReport: {
    run: async (ctx, { organization, params }) =>
      presentCrawlReport(ctx.database.read, await findCrawl(ctx, organization, params.taskId)),
    async version(ctx, { organization, params }) {
      const { status, visited, updated_at } = await findCrawl(ctx, organization, params.taskId)
      return `${status} ${visited} ${updated_at}`
    },
  },
}
