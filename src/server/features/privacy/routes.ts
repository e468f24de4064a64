import type { VisitorJobKind } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { basePaths } from '#contract/route.ts'
import type { PostContext } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import type { Bindings, Verb } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import type { TaughtFrom } from '../sources/index.ts'
import { visitorJob } from './jobs.ts'
import { hashOf, idsOf, isSame, matchOf, type VisitorMatch } from './match.ts'
import {
  countAgents,
  insertJob,
  selectPlacesOf,
  selectTaught,
  selectVisitors,
  selectWebsiteVisitors,
} from './queries.ts'

/**
 * Finds visitors by id or e-mail address, also silent ones. Lists the sources taught from their conversations or gaps,
 * which an erasure keeps: the text is the company's own, but may mention the visitor.
 */
const findVisitors: Verb<'findVisitors'> = async (ctx, { organization, body }) => {
  const { read } = ctx.database
  const writing = await selectVisitors(read, organization.id, body)
  const found: Data<'findVisitors'> = []
  for (const row of writing) {
    const visitor = matchOf(row)
    const taught = await taughtBy(read, visitor)
    found.push({ ...visitor, conversations: Number(row.conversations), ...(taught.length > 0 && { taught }) })
  }
  const seen = (await selectWebsiteVisitors(read, organization.id, body)).map(matchOf)
  const silent = seen.filter((visitor) => !found.some((other) => isSame(visitor, other)))
  return [...found, ...silent.map((visitor) => ({ ...visitor, conversations: 0 }))]
}

async function taughtBy(db: Db, match: VisitorMatch): Promise<{ source_id: string; title: string }[]> {
  const versions = await selectTaught(db, match.agent_id)
  if (versions.length === 0) return []
  const places = await selectPlacesOf(db, match)
  const from = (taught: string | null) => JSON.parse(taught ?? '{}') as TaughtFrom
  const theirs = versions.filter(({ taught }) => {
    const { conversation = '', gap = '' } = from(taught)
    return places.has(conversation) || places.has(gap)
  })
  const titles = new Map(theirs.map(({ id, title }) => [id, title]))
  return [...titles].map(([source_id, title]) => ({ source_id, title }))
}

/**
 * Queues an export or erasure, and records who asked. The audit log names an erased visitor by a hash of their id.
 * @throws AppError 422 on `matches` for an agent that is not the organization's
 */
async function requestJob(
  ctx: PostContext,
  kind: VisitorJobKind,
  organization: Row<'organizations'>,
  matches: readonly VisitorMatch[],
) {
  const agents = [...new Set(matches.map(({ agent_id }) => agent_id))]
  if ((await countAgents(ctx.database.read, organization.id, agents)) < agents.length)
    throw invalid('matches', 'must be visitors of this organization')
  return ctx.database.transaction(async (tx) => {
    const id = newId()
    const status = 'pending' as const
    const row = { id, organization_id: organization.id, kind, status, created_at: ctx.now() }
    await insertJob(tx, { ...row, matches: JSON.stringify(matches) })
    for (const visitor of idsOf(matches))
      await recordAudit(ctx, tx, {
        organizationId: organization.id,
        action: kind === 'export' ? 'visitor.exported' : 'visitor.erased',
        target: { type: 'visitor', id: kind === 'export' ? visitor : hashOf(visitor) },
      })
    await ctx.jobs.send(tx, visitorJob, { jobId: id })
    return ctx.answer(tx, { id, status })
  })
}

export const privacyRoutes = {
  findVisitors: { run: findVisitors },
  exportVisitors: { run: (ctx, { organization, body }) => requestJob(ctx, 'export', organization, body.matches) },
  eraseVisitors: { run: (ctx, { organization, body }) => requestJob(ctx, 'erase', organization, body.matches) },
  getVisitorJob: {
    async run(ctx, { organization, job: { id, kind, status } }) {
      const path = `${basePaths['first-party']}/organizations/${organization.id}/visitors/exports/${id}`
      return { id, kind, status, ...(kind === 'export' && status === 'done' && { url: `${ctx.publicUrl}${path}` }) }
    },
  },
  downloadVisitorExport: {
    async run(ctx, { job }) {
      if (job.kind !== 'export' || job.status !== 'done') throw new AppError('resource_not_found')
      return { name: 'visitor.json', content: orNotFound(await ctx.storage.open(job.id)) }
    },
  },
} satisfies Partial<Bindings>
