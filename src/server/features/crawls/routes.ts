import { latestChange } from '../../events/latest-change.ts'
import type { Bindings } from '../../http/binding.ts'
import { createCrawlSources } from './create-crawl-sources.ts'
import { findCrawl } from './index.ts'
import { listCrawls } from './list-crawls.ts'
import { presentCrawl, presentFullCrawl } from './presenter.ts'
import { selectCrawled } from './queries.ts'
import { startCrawl } from './start-crawl.ts'

export const crawlRoutes: Bindings<
  'startCrawl' | 'getCrawl' | 'getFullCrawl' | 'listCrawls' | 'listCrawlSources' | 'createCrawlSources'
> = {
  listCrawls: { run: listCrawls, version: (ctx, { organization }) => latestChange(ctx, organization.id) },
  listCrawlSources: {
    run: async (ctx, { organization, params }) =>
      selectCrawled(ctx.database.read, (await findCrawl(ctx, organization, params.taskId)).id),
    async version(ctx, { organization, params }) {
      await findCrawl(ctx, organization, params.taskId)
      return latestChange(ctx, organization.id)
    },
  },
  createCrawlSources: { run: createCrawlSources },
  startCrawl: { run: startCrawl },
  getCrawl: {
    run: async (ctx, { organization, params }) =>
      presentCrawl(ctx.database.read, await findCrawl(ctx, organization, params.taskId)),
    // The result of a completed crawl never changes, so the status suffices for the ETag.
    version: async (ctx, { organization, params }) => (await findCrawl(ctx, organization, params.taskId)).status,
  },
  getFullCrawl: {
    run: async (ctx, { organization, params }) =>
      presentFullCrawl(ctx.database.read, await findCrawl(ctx, organization, params.taskId)),
    async version(ctx, { organization, params }) {
      const { status, visited, updated_at } = await findCrawl(ctx, organization, params.taskId)
      return `${status} ${visited} ${updated_at}`
    },
  },
}
