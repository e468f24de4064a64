import { CrawlError } from '../../adapters/crawler/crawler.ts'
import { type Context, systemContext } from '../../context.ts'
import { handler } from '../../jobs/handler.ts'
import type { JobRun } from '../../platform/platform.ts'
import { crawlForPlan } from './crawl-for-plan.ts'
import { planJob } from './jobs.ts'
import { makePlan } from './make-plan.ts'
import { selectPlan, selectPlanToChange, selectSite } from './queries.ts'
import { setPlan } from './start-plan.ts'

const UNEXPECTED =
  'The website could not be crawled for an unexpected reason. Crawl it again; the server’s log says more.'

export const planHandler = handler(planJob, (deps) => {
  const ctx = systemContext(deps)
  return {
    run: ({ planId }, run) => plan(ctx, planId, run),
    async failed({ planId }, error) {
      ctx.log.warn({ err: error, plan_id: planId }, 'a plan of a site failed')
      await fail(ctx, planId, error instanceof CrawlError ? error.message : UNEXPECTED)
    },
  }
})

async function plan(ctx: Context, planId: string, { signal }: JobRun): Promise<void> {
  const plan = await selectPlan(ctx.database.read, planId)
  const site = plan && (await selectSite(ctx.database.read, plan.site_id))
  if (!site || plan.status !== 'crawling') return
  try {
    await crawlForPlan(ctx, site, plan, signal)
    await makePlan(ctx, plan, signal)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!(error instanceof CrawlError && error.isPermanent)) throw error
    await fail(ctx, planId, error.message)
  }
}

async function fail(ctx: Context, planId: string, problem: string): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const plan = await selectPlanToChange(tx, planId)
    const site = plan && (await selectSite(tx, plan.site_id))
    if (site && plan.status === 'crawling')
      await setPlan(ctx, tx, site, planId, { status: 'failed', problem, ended_at: ctx.now() })
  })
}
