import type { Data } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'
import { countUrls, selectCrawlById } from '../crawls/index.ts'
import { countSiteSources, selectPlans } from './queries.ts'

type Plan = Data<'getPlan'>

export async function presentPlan(db: Db, row: Row<'plans'>): Promise<Plan> {
  const { id, status, added, changed, gone, unchanged, failed, problem } = row
  return {
    ...{ id, status, failed, problem },
    counts: { added, changed, gone, unchanged },
    asks: JSON.parse(row.asks) as Plan['asks'],
    broke: JSON.parse(row.broke) as Plan['broke'],
    progress: status === 'crawling' ? await progressOf(db, row.crawl_id) : { done: row.done, total: row.chosen },
    created_at: isoTime(row.created_at),
    ended_at: isoTimeOrNull(row.ended_at),
  }
}

async function progressOf(db: Db, crawlId: string): Promise<Plan['progress']> {
  const done = (await selectCrawlById(db, crawlId))?.visited ?? 0
  return { done, total: done + (await countUrls(db, crawlId)).waiting }
}

export async function presentSites(db: Db, rows: readonly Row<'sites'>[]): Promise<Data<'listSites'>> {
  const sources = await countSiteSources(
    db,
    rows.map(({ id }) => id),
  )
  const sites: Data<'listSites'> = []
  for (const row of rows) {
    const { id, url, agent_id, schedule, hour, weekday, policy, next_at } = row
    const { plan, problem } = shownPlan(await selectPlans(db, id))
    sites.push({
      ...{ id, url, agent_id, schedule, hour, weekday, policy },
      include: JSON.parse(row.include) as string[],
      exclude: JSON.parse(row.exclude) as string[],
      next_at: isoTimeOrNull(next_at),
      sources: sources.get(id) ?? 0,
      plan: plan ? await presentPlan(db, plan) : null,
      problem,
      created_at: isoTime(row.created_at),
    })
  }
  return sites
}

/** The plan to show of all, newest first. A failed crawl does not hide an earlier open plan, but adds its problem. */
function shownPlan(plans: readonly Row<'plans'>[]): { plan: Row<'plans'> | undefined; problem: string | null } {
  const [latest] = plans
  const before = plans.find(({ status }) => status !== 'failed')
  if (latest?.status !== 'failed' || !before) return { plan: latest, problem: null }
  const isCurrent = before.ended_at === null || before.ended_at > latest.created_at
  return isCurrent ? { plan: before, problem: latest.problem } : { plan: latest, problem: null }
}

export async function presentSite(db: Db, row: Row<'sites'>): Promise<Data<'getSite'>> {
  const [site] = await presentSites(db, [row])
  return site!
}

export function presentPlanPage(row: Row<'plan_pages'>): Data<'listPlanPages'>[number] {
  const { id, url, title, change_name, state, source_id, problem, lines_added, lines_removed } = row
  const difference = { added: lines_added, removed: lines_removed }
  return { id, url, title, change: change_name, state, difference, source_id, problem }
}
