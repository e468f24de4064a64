import { canonicalUrl } from '../../adapters/extract/links.ts'
import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb, VerbInput } from '../../http/binding.ts'
import { assertAvailable, lockAgent } from '../agents/index.ts'
import { removeCrawls } from '../crawls/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { nextRun } from './next-run.ts'
import { presentSite } from './presenter.ts'
import {
  changeSite,
  insertSite,
  removeSite,
  selectPlans,
  selectSite,
  selectSitesOfAgent,
  selectSiteToChange,
} from './queries.ts'
import { startPlan } from './start-plan.ts'

type Settings = VerbInput<'updateSite'>['body']

const DEFAULTS = { schedule: 'off', hour: 3, weekday: 'monday', policy: 'ask' } as const

/**
 * Adds a website and starts its first crawl.
 * @throws AppError 422 if the agent has a website with this address, as `canonicalUrl` spells it (`http` and `https`
 * remain different); 423 if the agent is disabled
 */
export const createSite: Verb<'createSite'> = async (ctx, { organization, body }) => {
  const { url: address, agent_id, ...settings } = body
  const refusal = ctx.outbound.check(address)
  if (refusal) throw new AppError('validation_failed', { details: [{ field: 'url', message: refusal }] })
  const url = canonicalUrl(address)
  if (!url) throw invalid('url', 'must be the address of a website')
  return ctx.database.transaction(async (tx) => {
    const agent = await lockAgent(tx, agent_id)
    if (agent?.organization_id !== organization.id) throw invalid('agent_id', 'names no agent of this organization')
    assertAvailable(agent)
    if ((await selectSitesOfAgent(tx, agent_id)).some((site) => canonicalUrl(site.url) === url))
      throw invalid('url', 'names a website that this agent has already')
    const site: Row<'sites'> = {
      ...{ ...DEFAULTS, id: newId(), organization_id: organization.id, agent_id, url, include: '[]', exclude: '[]' },
      ...columnsOf(settings),
      ...{ next_at: null, created_at: ctx.now(), updated_at: ctx.now() },
    }
    const row = { ...site, next_at: nextRun(site, organization.time_zone, ctx.now()) }
    await insertSite(tx, row)
    await startPlan(ctx, tx, row)
    await tellSite(ctx, tx, row)
    return ctx.answer(tx, await presentSite(tx, row))
  })
}

export const updateSite: Verb<'updateSite'> = (ctx, { site, body }) =>
  ctx.database.transaction(async (tx) => {
    const before = orNotFound(await selectSiteToChange(tx, site.id))
    const changes = columnsOf(body)
    const isOther = body.schedule !== undefined || body.hour !== undefined || body.weekday !== undefined
    const { time_zone } = await organizationOf(tx, before)
    const next_at = isOther ? nextRun({ ...before, ...changes }, time_zone, ctx.now()) : before.next_at
    await changeSite(tx, site.id, { ...changes, next_at, updated_at: ctx.now() })
    await tellSite(ctx, tx, before)
    return presentSite(tx, (await selectSite(tx, site.id))!)
  })

/** Forgets a website, but not its sources. A crawl of it or an application of its plan that is under way stops. */
export const deleteSite: Verb<'deleteSite'> = async (ctx, { site }) => {
  await ctx.database.transaction(async (tx) => {
    if (!(await selectSiteToChange(tx, site.id))) throw new AppError('resource_not_found')
    await forgetSite(tx, site.id)
    await tellSite(ctx, tx, site)
  })
}

export async function forgetSite(tx: Tx, id: string): Promise<void> {
  const crawls = (await selectPlans(tx, id)).map(({ crawl_id }) => crawl_id)
  await removeSite(tx, id)
  await removeCrawls(tx, crawls)
}

function columnsOf({ include, exclude, ...settings }: Settings) {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  return {
    ...(given as Partial<Pick<Row<'sites'>, 'schedule' | 'hour' | 'weekday' | 'policy'>>),
    ...(include && { include: JSON.stringify(include) }),
    ...(exclude && { exclude: JSON.stringify(exclude) }),
  }
}

const tellSite = (ctx: Dependencies, tx: Tx, { id, organization_id, agent_id }: Row<'sites'>): Promise<void> =>
  emit(ctx, tx, organization_id, { type: 'site.updated', agent_id, site_id: id })
