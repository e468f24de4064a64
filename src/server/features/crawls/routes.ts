import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { readPage } from '../../db/paginate.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Bindings, Verb } from '../../http/binding.ts'
import { findCrawl, KEPT_MS } from './index.ts'
import { crawlJob } from './jobs.ts'
import { leftOutOf } from './left-out.ts'
import { countCrawls, crawlIds, type FullCrawl, insertCrawl, selectFullCrawls, selectUrls } from './queries.ts'

/** A crawl as the API shows it. Its pages are shown only once it is completed. */
async function presentCrawl(db: Db, crawl: Row<'crawls'>): Promise<Data<'getCrawl'>> {
  const task = { task_id: crawl.id, status: crawl.status }
  if (crawl.status === 'failed') return { ...task, ...(crawl.error !== null && { error: crawl.error }) }
  if (crawl.status !== 'completed') return task
  const urls = (await selectUrls(db, crawl.id, 'found')).map(({ url }) => url)
  const skipped = (await selectUrls(db, crawl.id, 'skipped')).map(({ url }) => url)
  return { ...task, result: { urls, skipped_urls: skipped, stats: { total_urls: urls.length } } }
}

function presentFullCrawl(row: FullCrawl): Data<'listCrawls'>[number] {
  const { id, status, url, starter_type: type, starter_id } = row
  const name = row.member_name ?? row.key_name
  const isKnown = type !== null && starter_id !== null && name !== null
  return {
    ...{ task_id: id, url, status, found: Number(row.found ?? 0), created_at: isoTime(row.created_at) },
    started_by: isKnown ? { type, id: starter_id, name } : null,
  }
}

const startCrawl: Verb<'startCrawl'> = async (ctx, input) => {
  const { organization, body } = input
  const refusal = ctx.outbound.check(body.url)
  if (refusal) throw new AppError('validation_failed', { details: [{ field: 'url', message: refusal }] })
  const now = ctx.now()
  const id = newId()
  return ctx.database.transaction(async (tx) => {
    await insertCrawl(tx, {
      id,
      organization_id: organization.id,
      url: body.url,
      status: 'pending',
      error: null,
      visited: 0,
      ...starterOf(ctx),
      created_at: now,
      updated_at: now,
    })
    await ctx.jobs.send(tx, crawlJob, { crawlId: id, organizationId: organization.id })
    await emit(ctx, tx, organization.id, { type: 'crawl.updated', task_id: id })
    return ctx.answer(tx, { task_id: id, status: 'pending' })
  })
}

function starterOf({ actor }: Context): Pick<NewRow<'crawls'>, 'starter_type' | 'starter_id'> {
  if (actor.kind === 'session') return { starter_type: 'member', starter_id: actor.userId }
  return actor.kind === 'api_key' ? { starter_type: 'key', starter_id: actor.keyId } : {}
}

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
