import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Verb, VerbInput } from '../../http/binding.ts'
import { leftOutOf } from '../crawls/index.ts'
import { selectVersion } from '../sources/index.ts'
import { presentPlanPage } from './presenter.ts'
import { selectContent, selectPlanPages } from './queries.ts'

export const listPlanPages: Verb<'listPlanPages'> = async (ctx, { plan, query }) =>
  (await selectPlanPages(ctx.database.read, plan.id, query.change)).map(presentPlanPage)

/** What the crawl for a plan has left out; empty once a later plan has taken its place, as the crawl is deleted then. */
export const listLeftOut = ({ database: { read } }: Context, { plan }: VerbInput<'listLeftOut'>) =>
  leftOutOf(read, plan.crawl_id)

/** A page's text before and after the change that a plan proposes; null where there is none or it is no longer kept. */
export const getPlanPage: Verb<'getPlanPage'> = async (ctx, { site, page }) => {
  const { read } = ctx.database
  const { source_id, source_version } = page
  const isChange = page.change_name !== 'gone'
  const kept = isChange ? await selectContent(read, site.id, page.url) : null
  // Once the change is applied, the source's next version keeps the text.
  const next = (source_version ?? 0) + 1
  return {
    ...presentPlanPage(page),
    before: source_id && source_version !== null ? await versionText(read, source_id, source_version) : null,
    after: kept ?? (isChange && source_id ? await versionText(read, source_id, next) : null),
  }
}

const versionText = async (db: Db, sourceId: string, version: number): Promise<string | null> =>
  (await selectVersion(db, sourceId, version))?.content ?? null
