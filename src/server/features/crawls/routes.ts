import type { Bindings } from '../../http/binding.ts'
import { findCrawl } from './index.ts'
import { presentCrawl } from './presenter.ts'
import { startCrawl } from './start-crawl.ts'

export const crawlRoutes: Bindings<'startCrawl' | 'getCrawl'> = {
  startCrawl: { run: startCrawl },
  getCrawl: {
    run: async (ctx, { organization, params }) =>
      presentCrawl(ctx.database.read, await findCrawl(ctx, organization, params.taskId)),
    // The result of a completed crawl never changes, so the status suffices for the ETag.
    version: async (ctx, { organization, params }) => (await findCrawl(ctx, organization, params.taskId)).status,
  },
}
