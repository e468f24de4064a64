import type { Data } from '#contract/index.ts'
import type { LeftOutReason } from '#contract/site-enums.ts'
import type { SkipReason } from '../../adapters/crawler/crawler.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { VerbInput } from '../../http/binding.ts'
import { selectVersion } from '../sources/index.ts'
import { presentPlanPage } from './presenter.ts'
import { selectContent, selectPlanPages, selectSkipped } from './queries.ts'

const MOST_LEFT_OUT = 1_000

export async function listPlanPages(
  ctx: Context,
  { plan, query }: VerbInput<'listPlanPages'>,
): Promise<Data<'listPlanPages'>> {
  return (await selectPlanPages(ctx.database.read, plan.id, query.change)).map(presentPlanPage)
}

/** What the crawl for a plan has left out; empty once a later plan has taken its place, as the crawl is deleted then. */
export async function listLeftOut(ctx: Context, { plan }: VerbInput<'listLeftOut'>): Promise<Data<'listLeftOut'>> {
  const skipped = await selectSkipped(ctx.database.read, plan.crawl_id, MOST_LEFT_OUT)
  return skipped.map(({ url, reason, status }) => ({ url, reason: leftOutReason(reason as SkipReason, status) }))
}

const reasons: Record<Exclude<SkipReason, 'unreachable' | 'excluded'>, LeftOutReason> = {
  robots: 'robots',
  noindex: 'noindex',
  not_html: 'not_a_page',
  duplicate: 'duplicate',
  other_host: 'elsewhere',
  redirected_away: 'elsewhere',
  too_deep: 'limit',
  trap: 'limit',
  page_limit: 'limit',
  plan_limit: 'limit',
}

function leftOutReason(reason: SkipReason, status: number | null): LeftOutReason {
  if (reason === 'unreachable') return status === 404 || status === 410 ? 'not_found' : 'server_error'
  return reason === 'excluded' ? 'limit' : reasons[reason]
}

/** A page's text before and after the change that a plan proposes; null where there is none or it is no longer kept. */
export async function getPlanPage(
  ctx: Context,
  { site, page }: VerbInput<'getPlanPage'>,
): Promise<Data<'getPlanPage'>> {
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
