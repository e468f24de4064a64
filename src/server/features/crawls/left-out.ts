import type { Data } from '#contract/index.ts'
import type { LeftOutReason } from '#contract/site-enums.ts'
import type { SkipReason } from '../../adapters/crawler/crawler.ts'
import type { Db } from '../../db/tables.ts'
import { selectSkipped } from './queries.ts'

const MOST_LEFT_OUT = 1_000

/** What a site's own patterns leave out is not listed, as somebody has decided it. */
type ShownReason = Exclude<SkipReason, 'excluded'>

/** The first 1,000 addresses that a crawl has met and left out, and why, in the order in which it met them. */
export async function leftOutOf(db: Db, crawlId: string): Promise<Data<'listLeftOut'>> {
  const skipped = await selectSkipped(db, crawlId, MOST_LEFT_OUT)
  return skipped.map(({ url, reason, status }) => ({ url, reason: leftOutReason(reason as ShownReason, status) }))
}

const reasons: Record<Exclude<ShownReason, 'unreachable'>, LeftOutReason> = {
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

function leftOutReason(reason: ShownReason, status: number | null): LeftOutReason {
  if (reason === 'unreachable') return status === 404 || status === 410 ? 'not_found' : 'server_error'
  return reasons[reason]
}
