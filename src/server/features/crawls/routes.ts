import { readPage } from '../../db/paginate.ts'
import { orNotFound } from '../../errors.ts'
import type { Bindings } from '../../http/binding.ts'
import { findCrawl, KEPT_MS } from './index.ts'
import { leftOutOf } from './left-out.ts'
import { presentCrawl, presentFullCrawl } from './presenter.ts'
import { countCrawls, crawlIds, selectFullCrawls } from './queries.ts'
import { startCrawl } from './start-crawl.ts'

export const crawlRoutes = {
  startCrawl: { run: startCrawl },
  getCrawl: {
    run: async (ctx, { organization, params }) =>
      presentCrawl(ctx.database.read, await findCrawl(ctx, organization, params.taskId)),
    // The result of a completed crawl never changes, so the status suffices for the ETag.
    version: async (ctx, { organization, params }) => (await findCrawl(ctx, organization, params.taskId)).status,
  },
  listCrawls: {
    run(ctx, { organization, query }) {
      const since = ctx.now() - KEPT_MS
      return readPage(ctx.database, query, {
        total: (db) => countCrawls(db, organization.id, since),
        ids: (db) => crawlIds(db, organization.id, since),
        rows: selectFullCrawls,
        present: presentFullCrawl,
      })
    },
  },
  getFullCrawl: {
    async run(ctx, { organization, params }) {
      const { read } = ctx.database
      const { id } = await findCrawl(ctx, organization, params.taskId)
      const [row] = await selectFullCrawls(read, [id])
      return { ...presentFullCrawl(orNotFound(row)), left_out: await leftOutOf(read, id) }
    },
  },
} satisfies Partial<Bindings>
