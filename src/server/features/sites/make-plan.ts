import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isWanted } from '#contract/globs.ts'
import type { PlanAsk } from '#contract/site-enums.ts'
import { siteOf } from '../../adapters/crawler/site.ts'
import type { Context } from '../../context.ts'
import { batches } from '../../db/batches.ts'
import { newId } from '../../db/ids.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { lockAgent, selectAgent } from '../agents/index.ts'
import { removeCrawls } from '../crawls/index.ts'
import { asksProvider } from '../evaluation/index.ts'
import { notifyAdmins } from '../notifications/index.ts'
import { selectTexts } from '../sources/index.ts'
import { basisOf } from './basis.ts'
import { hasRoom, isCurrent, sourcesOf } from './can-apply.ts'
import { type Comparison, comparePages, type SitePage } from './compare-pages.ts'
import { goLive, isLarge, isTooManyToTry } from './go-live.ts'
import { PAUSE_SECONDS, planJob } from './jobs.ts'
import { type Learnt, learntPages } from './learnt.ts'
import { countLines } from './lines.ts'
import {
  changeSitePage,
  forgetTexts,
  insertPlanPages,
  removeSitePages,
  selectContents,
  selectMet,
  selectPassedOver,
  selectPlans,
  selectPlanToChange,
  selectSite,
  selectSitePages,
  selectSitesOfAgent,
  selectSiteToChange,
} from './queries.ts'
import { isSourceWanted, type Known, ownUrls, sitePages, wantedBy } from './site-pages.ts'
import { setPlan } from './start-plan.ts'
import { type Broken, brokenBy, type TrainedPages, trainPages } from './try-plan.ts'

type PlanPage = NewRow<'plan_pages'> & Pick<Row<'plan_pages'>, 'source_id' | 'source_version'>

/** How many times a plan is tried at most, if what the trial depends on changes meanwhile. */
const TRIES = 3
/** Milliseconds: pages missed only by crawls within this time are not deleted unasked: the site may be down. */
const HASTY_MS = 12 * 3_600_000
/** Pages whose texts are read and compared before other tasks run: visitors wait meanwhile. */
const PAGES_AT_ONCE = 50

/**
 * Compares what a crawl has seen with the site's sources, tries the resulting plan against the agent's checks
 * (`isTried`), and stores it, to be looked at or, if nothing speaks against it, live. A plan that goes live by itself
 * is exactly what was trained and tried: one transaction swaps in the chunks of the trial, only if everything else is
 * as it was then (`basisOf`). So nobody ever sees a part of it.
 */
export async function makePlan(ctx: Context, plan: Row<'plans'>, signal: AbortSignal): Promise<void> {
  const { read } = ctx.database
  for (let trial = 1; ; trial += 1) {
    const site = await selectSite(read, plan.site_id)
    const agent = site && (await selectAgent(read, site.agent_id))
    if (!agent) return
    const basis = await basisOf(read, site, agent)
    const { comparison, pages, known, learnt, isCutShort } = await compare(read, site, plan)
    const isFirst = ownUrls(known, learnt).length === 0 && !(await hasProposed(read, plan))
    const isFree = !asksProvider(ctx, agent)
    const asks: PlanAsk[] = [...(isFirst ? (['first'] as const) : []), ...comparison.doubts]
    if (site.policy === 'ask') asks.push('policy')
    else {
      if (await werePassedOver(read, site, plan, pages)) asks.push('proposed')
      if (await isHasty(read, plan, comparison.missedTimes)) asks.push('hasty')
    }
    if (!isFree) asks.push('model')
    if (isCutShort) asks.push('large')
    const hasTrial = pages.length > 0 && isFree && !isFirst && basis.checks.length > 0
    const isTried = hasTrial && !isTooManyToTry(pages)
    if (isTried !== hasTrial || (asks.length === 0 && isLarge(pages))) asks.push('large')
    const mayGoLive = pages.length > 0 && asks.length === 0
    if (mayGoLive && agent.is_disabled === 1) return lookAgainLater(ctx, site, plan)

    const trained: TrainedPages = isTried || mayGoLive ? await trainPages(ctx, site, pages, signal) : new Map()
    const broke = isTried ? await brokenBy(ctx, agent, basis.checks, pages, trained, signal) : []
    if (broke.length > 0) asks.push('broke')
    if (mayGoLive && isLarge(pages, trained)) asks.push('large')
    const isStored = await ctx.database.transaction(async (tx) => {
      const agentNow = await lockAgent(tx, agent.id)
      const siteNow = await selectSiteToChange(tx, site.id)
      const current = await selectPlanToChange(tx, plan.id)
      if (!agentNow || !siteNow || current?.status !== 'crawling') return true
      const { fingerprint } = await basisOf(tx, siteNow, agentNow)
      const isSettled = fingerprint === basis.fingerprint && (await isCurrent(tx, agent.id, pages))
      if (!isSettled && trial < TRIES) return false
      if (!isSettled && site.policy === 'apply_if_green') asks.push('unsettled')
      if (mayGoLive && !(await hasRoom(ctx, tx, agent, pages))) asks.push('large')
      await noteSeen(tx, site, comparison, known, learnt)
      await storePlan(ctx, tx, site, agent, plan, comparison, pages, trained, [...new Set(asks)], broke)
      return true
    })
    if (isStored) return
  }
}

async function hasProposed(db: Db, { id: planId, site_id }: Row<'plans'>): Promise<boolean> {
  const plans = await selectPlans(db, site_id)
  return plans.some(({ id, added, changed, gone }) => id !== planId && added + changed + gone > 0)
}

/** Whether pages would be deleted that the last `times` crawls missed, all within `HASTY_MS`; undefined: none. */
async function isHasty(db: Db, { id: planId, site_id, created_at }: Row<'plans'>, times?: number): Promise<boolean> {
  if (times === undefined) return false
  const crawled = (await selectPlans(db, site_id)).filter(({ id, status }) => id <= planId && status !== 'failed')
  const first = crawled[times - 1]
  return first !== undefined && created_at - first.created_at < HASTY_MS
}

/** Whether a plan would add pages that an earlier one has proposed and nobody chose; those are not added unasked. */
async function werePassedOver(
  db: Db,
  site: Row<'sites'>,
  plan: Row<'plans'>,
  pages: readonly PlanPage[],
): Promise<boolean> {
  const earlier = await selectPassedOver(db, site.id, plan.id)
  return pages.some(({ change_name, url }) => change_name === 'added' && earlier.has(url))
}

function lookAgainLater(ctx: Context, site: Row<'sites'>, { id: planId }: Row<'plans'>): Promise<void> {
  const payload = { planId, organizationId: site.organization_id }
  return ctx.database.transaction((tx) => ctx.jobs.send(tx, planJob, payload, { delaySeconds: PAUSE_SECONDS }))
}

async function compare(db: Db, site: Row<'sites'>, plan: Row<'plans'>) {
  const learnt = await learntPages(db, site.agent_id)
  const known = new Map((await selectSitePages(db, site.id)).map((page) => [page.url, page]))
  const met = await selectMet(db, plan.crawl_id)
  const others = (await selectSitesOfAgent(db, site.agent_id))
    .filter(({ id }) => id !== site.id)
    .map((other) => ({ isOnSite: siteOf(new URL(other.url)), wanted: wantedBy(other) }))
  const isWantedElsewhere = (url: string) =>
    others.some(({ isOnSite, wanted }) => isOnSite(new URL(url)) && isWanted(wanted, url))
  const seen = sitePages(met, known, learnt, wantedBy(site), isWantedElsewhere)
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
  const isCutShort = met.some(
    ({ url, reason }) =>
      (reason === 'plan_limit' || reason === 'page_limit') && isSourceWanted(url, wantedBy(site), known, learnt),
  )
  return { comparison: { ...comparison, seen }, pages, known, learnt, isCutShort }
}

/** Counts how often in a row a source's page was missing, and forgets pages not found that were never sources. */
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
  agent: Row<'agents'>,
  plan: Row<'plans'>,
  { unchanged, doubts }: Comparison,
  pages: readonly PlanPage[],
  trained: TrainedPages,
  asks: readonly PlanAsk[],
  broke: readonly Broken[],
): Promise<void> {
  const older = (await selectPlans(tx, site.id)).filter(({ id }) => id !== plan.id)
  await removeCrawls(
    tx,
    older.map(({ crawl_id }) => crawl_id),
  )
  const count = (change: string) => pages.filter(({ change_name }) => change_name === change).length
  const counts = { added: count('added'), changed: count('changed'), gone: count('gone'), unchanged }
  const isDone = pages.length === 0 && doubts.length === 0 && !asks.includes('large')
  const texts = { asks: JSON.stringify(isDone ? [] : asks), broke: JSON.stringify(broke) }
  const ended = { status: 'applied' as const, ended_at: ctx.now() }
  if (isDone) return setPlan(ctx, tx, site, plan.id, { ...counts, ...texts, ...ended })
  if (asks.length > 0) {
    await insertPlanPages(tx, pages)
    const { organization_id, agent_id } = site
    await notifyAdmins(ctx, tx, { kind: 'plan_waiting', organization_id, agent_id, subjectId: plan.id })
    return setPlan(ctx, tx, site, plan.id, {
      ...counts,
      ...texts,
      status: 'ready',
      made_for: await sourcesOf(tx, site.id),
    })
  }
  const live = await goLive(ctx, tx, site, agent, pages, trained)
  await insertPlanPages(tx, live)
  const failed = live.filter(({ state }) => state === 'failed').length
  const progress = { chosen: live.length, done: live.length, failed }
  await setPlan(ctx, tx, site, plan.id, { ...counts, ...texts, ...ended, ...progress })
  await forgetTexts(tx, site.id, plan.id)
}
