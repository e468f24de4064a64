import { type Context, systemContext } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { handler } from '../../jobs/handler.ts'
import { lockAgent } from '../agents/index.ts'
import {
  createPageSource,
  lockSource,
  relearnPage,
  selectPageSource,
  startHeldTraining,
  withdrawSource,
} from '../sources/index.ts'
import { hasRoom } from './can-apply.ts'
import { finishPlan } from './finish-plan.ts'
import { applyJob, PAUSE_SECONDS } from './jobs.ts'
import {
  changePlanPage,
  changeSitePage,
  removeSitePages,
  selectChosen,
  selectPlan,
  selectPlanPage,
  selectSite,
} from './queries.ts'

/** Pages that one job applies. The rest is a job of its own, so that plans of others come in between. */
const PAGES_AT_ONCE = 50

/** Applies a plan page by page. Gone pages go last, since a page may have moved; first only if the quota demands it. */
export const applyHandler = handler(applyJob, (deps) => {
  const ctx = systemContext(deps)
  return {
    async run({ planId }, { signal }) {
      const plan = await selectPlan(ctx.database.read, planId)
      const site = plan && (await selectSite(ctx.database.read, plan.site_id))
      if (!site || plan.status !== 'applying') return
      const chosen = await selectChosen(ctx.database.read, planId)
      const isGone = ({ change_name }: (typeof chosen)[number]) => change_name === 'gone'
      const gone = chosen.filter(isGone)
      const staying = chosen.filter((page) => !isGone(page))
      const goesLast = staying.length > 0 && (await hasRoom(ctx, ctx.database.read, site, staying))
      const pages = goesLast ? staying : [...gone, ...staying]
      const goOn = (options?: { delaySeconds: number }) => {
        const payload = { planId, organizationId: site.organization_id }
        return ctx.database.transaction((tx) => ctx.jobs.send(tx, applyJob, payload, options))
      }
      for (const { id } of pages.slice(0, PAGES_AT_ONCE)) {
        signal.throwIfAborted()
        if (!(await applyPage(ctx, site, id))) return goOn({ delaySeconds: PAUSE_SECONDS })
      }
      if (pages.length > PAGES_AT_ONCE) return goOn()
      await ctx.database.transaction((tx) => finishPlan(ctx, tx, planId))
    },
    async failed({ planId }, error) {
      ctx.log.error({ err: error, plan_id: planId }, 'a plan of a site could not be applied')
      for (const { id } of await selectChosen(ctx.database.read, planId))
        await ctx.database.transaction(async (tx) => {
          if ((await selectPlanPage(tx, id))?.state === 'chosen')
            await changePlanPage(tx, id, {
              state: 'failed',
              problem: 'It could not be applied. The server’s log says why.',
            })
        })
      await ctx.database.transaction((tx) => finishPlan(ctx, tx, planId))
    },
  }
})

/** Applies one page of a plan. @returns false if it has to wait, because the agent is disabled */
async function applyPage(ctx: Context, site: Row<'sites'>, id: string): Promise<boolean> {
  try {
    return await ctx.database.transaction(async (tx) => {
      const agent = await lockAgent(tx, site.agent_id)
      const page = await selectPlanPage(tx, id)
      if (!agent || page?.state !== 'chosen') return true
      if (agent.is_disabled === 1) return false
      await changePlanPage(tx, id, await applied(ctx, tx, site, agent, page))
      return true
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await ctx.database.transaction((tx) => changePlanPage(tx, id, { state: 'failed', problem: error.message }))
    return true
  }
}

async function applied(
  ctx: Context,
  tx: Tx,
  site: Row<'sites'>,
  agent: Row<'agents'>,
  page: Row<'plan_pages'>,
): Promise<Pick<Row<'plan_pages'>, 'state' | 'source_id'>> {
  const { url, title, source_id } = page
  if (page.change_name === 'added') {
    const byHand = await selectPageSource(tx, agent.id, url) // somebody has made one, which reads the page itself
    if (byHand) {
      await changeSitePage(tx, site.id, url, { source_id: byHand.id })
      return { state: 'done', source_id: byHand.id }
    }
    const added = await createPageSource(ctx, tx, agent, { url, title })
    await startHeldTraining(ctx, tx, added, site.id)
    await changeSitePage(tx, site.id, url, { source_id: added.id })
    return { state: 'training', source_id: added.id }
  }
  const source = await lockSource(tx, agent.id, source_id ?? '')
  if (!source) return { state: 'done', source_id } // somebody has deleted it meanwhile
  if (page.change_name === 'changed') {
    await startHeldTraining(ctx, tx, await relearnPage(ctx, tx, agent, source), site.id)
    return { state: 'training', source_id }
  }
  await withdrawSource(ctx, tx, agent, source)
  await removeSitePages(tx, site.id, [url])
  return { state: 'done', source_id }
}
