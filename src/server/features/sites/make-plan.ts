import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { PlanAsk } from '#contract/enums.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { lockAgent, selectAgent } from '../agents/index.ts'
import { costsCredits } from '../checks/index.ts'
import { removeCrawls } from '../crawls/index.ts'
import { selectTexts } from '../sources/index.ts'
import { type Comparison, comparePages, type SitePage } from './compare-pages.ts'
import { applyJob } from './jobs.ts'
import { type Learnt, learntPages } from './learnt.ts'
import { countLines } from './lines.ts'
import {
  batches,
  changeSitePage,
  insertPlanPages,
  removeSitePages,
  selectContents,
  selectMet,
  selectPlans,
  selectPlanToChange,
  selectSitePages,
} from './queries.ts'
import { type Known, sitePages } from './site-pages.ts'
import { setPlan } from './start-plan.ts'
import { type Broken, brokenBy } from './try-plan.ts'

type PlanPage = NewRow<'plan_pages'> & Pick<Row<'plan_pages'>, 'source_id' | 'source_version'>

/** How often a plan is tried when what the agent knows changes meanwhile. */
const TRIES = 3
/** Number of pages whose texts are read and compared at a time, while visitors wait on SQLite. */
const PAGES_AT_ONCE = 50

/**
 * Compares what a crawl has seen of a site with its sources, tries the plan that follows against the agent's checks, and
 * stores it: to be looked at, or to be applied at once where the site says so and nothing speaks against it.
 */
export async function makePlan(
  ctx: Context,
  site: Row<'sites'>,
  plan: Row<'plans'>,
  signal: AbortSignal,
): Promise<void> {
  for (let trial = 1; ; trial += 1) {
    const agent = await selectAgent(ctx.database.read, site.agent_id)
    if (!agent) return
    const { comparison, pages, known, learnt } = await compare(ctx.database.read, site, plan)
    const isFirst = (await selectPlans(ctx.database.read, site.id)).every(
      ({ id, status }) => id === plan.id || status === 'failed',
    )
    const asks: PlanAsk[] = [...(isFirst ? (['first'] as const) : []), ...comparison.doubts]
    if (site.policy === 'ask') asks.push('policy')
    let broke: Broken[] = []
    if (costsCredits(ctx, agent)) asks.push('model')
    else if (pages.length > 0 && !isFirst) broke = await brokenBy(ctx, site, agent, pages, signal)
    if (broke.length > 0) asks.push('broke')
    const isStored = await ctx.database.transaction(async (tx) => {
      const now = await lockAgent(tx, agent.id)
      const current = await selectPlanToChange(tx, plan.id)
      if (!now || current?.status !== 'crawling') return true
      const isSettled = now.knowledge_version === agent.knowledge_version
      if (!isSettled && trial < TRIES) return false
      if (!isSettled && site.policy === 'apply_if_green') asks.push('unsettled')
      await noteSeen(tx, site, comparison, known, learnt)
      await storePlan(ctx, tx, site, plan, comparison, pages, asks, broke)
      return true
    })
    if (isStored) return
  }
}

async function compare(db: Db, site: Row<'sites'>, plan: Row<'plans'>) {
  const learnt = await learntPages(db, site.agent_id)
  const known = new Map((await selectSitePages(db, site.id)).map((page) => [page.url, page]))
  const met = await selectMet(db, plan.crawl_id)
  const wanted = { include: JSON.parse(site.include) as string[], exclude: JSON.parse(site.exclude) as string[] }
  const seen = sitePages(met, known, learnt, wanted)
  const comparison = comparePages(seen)
  const changes = new Map(comparison.changes.map(({ url, change }) => [url, change]))
  const pages: PlanPage[] = []
  const changed = seen.flatMap(({ url }) => {
    const change = changes.get(url)
    return change ? [{ url, change, source: learnt.get(url) }] : []
  })
  for (const batch of batches(changed, PAGES_AT_ONCE)) {
    await yieldToEventLoop()
    const learntFrom = batch.flatMap(({ source }) => source?.id ?? [])
    const befores = learntFrom.length > 0 ? await selectTexts(db, learntFrom) : new Map<string, string>()
    const afters = await selectContents(
      db,
      site.id,
      batch.map(({ url }) => url),
    )
    for (const { url, change, source } of batch) {
      const before = source ? (befores.get(source.id) ?? '') : ''
      const after = change === 'gone' ? '' : (afters.get(url) ?? '')
      const lines = countLines(before, after)
      pages.push({
        ...{ id: newId(), plan_id: plan.id, position: pages.length, url, title: known.get(url)?.title ?? url },
        ...{ change_name: change, state: 'proposed' as const, problem: null },
        ...{ source_id: source?.id ?? null, source_version: source?.version ?? null },
        ...{ lines_added: after === '' ? 0 : lines.added, lines_removed: before === '' ? 0 : lines.removed },
      })
    }
  }
  return { comparison: { ...comparison, seen }, pages, known, learnt }
}

/** Notes what was missing and what was found, and forgets pages that are neither found any more nor sources. */
async function noteSeen(
  tx: Tx,
  site: Row<'sites'>,
  { counters, seen }: Comparison & { seen: readonly SitePage[] },
  known: ReadonlyMap<string, Known>,
  learnt: ReadonlyMap<string, Learnt>,
): Promise<void> {
  for (const [url, { missing, notFound }] of counters) {
    const page = known.get(url)
    const source_id = learnt.get(url)?.id ?? null
    if (page && (page.missing !== missing || page.not_found !== notFound || page.source_id !== source_id))
      await changeSitePage(tx, site.id, url, { missing, not_found: notFound, source_id })
  }
  const present = new Set(seen.map(({ url }) => url))
  const lost = [...known.values()].filter(({ url, source_id }) => source_id === null && !present.has(url))
  await removeSitePages(
    tx,
    site.id,
    lost.map(({ url }) => url),
  )
}

async function storePlan(
  ctx: Context,
  tx: Tx,
  site: Row<'sites'>,
  plan: Row<'plans'>,
  { unchanged, doubts }: Comparison,
  pages: readonly PlanPage[],
  asks: readonly PlanAsk[],
  broke: readonly Broken[],
): Promise<void> {
  const count = (change: string) => pages.filter(({ change_name }) => change_name === change).length
  const counts = { added: count('added'), changed: count('changed'), gone: count('gone'), unchanged }
  const older = (await selectPlans(tx, site.id)).filter(({ id }) => id !== plan.id)
  await removeCrawls(
    tx,
    older.map(({ crawl_id }) => crawl_id),
  )
  const isApplied = pages.length > 0 && asks.length === 0
  await insertPlanPages(tx, isApplied ? pages.map((page) => ({ ...page, state: 'chosen' as const })) : pages)
  const isDone = pages.length === 0 && doubts.length === 0
  const texts = { asks: JSON.stringify(isDone ? [] : asks), broke: JSON.stringify(broke) }
  if (isDone) return setPlan(ctx, tx, site, plan.id, { ...counts, ...texts, ...ended(ctx) })
  if (!isApplied) return setPlan(ctx, tx, site, plan.id, { ...counts, ...texts, status: 'ready' })
  await setPlan(ctx, tx, site, plan.id, { ...counts, ...texts, status: 'applying', chosen: pages.length })
  await ctx.jobs.send(tx, applyJob, { planId: plan.id })
}

const ended = (ctx: Context) => ({ status: 'applied' as const, ended_at: ctx.now() })
