import type { VisitorJobKind } from '#contract/enums.ts'
import type { PostContext } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import { invalid } from '../../errors.ts'
import { recordAudit } from '../audit/index.ts'
import { visitorJob } from './jobs.ts'
import { hashOf, idsOf, type VisitorMatch } from './match.ts'
import { countAgents, insertJob } from './queries.ts'

/**
 * Queues an export or erasure, and records who asked. The audit log names an erased visitor by a hash of their id.
 * @throws AppError 422 on `matches` for an agent that is not the organization's
 */
export async function requestJob(
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
    const action = kind === 'export' ? 'visitor.exported' : 'visitor.erased'
    for (const visitor of idsOf(matches)) {
      const target = { type: 'visitor' as const, id: kind === 'export' ? visitor : hashOf(visitor) }
      await recordAudit(ctx, tx, organization.id, action, target)
    }
    await ctx.jobs.send(tx, visitorJob, { jobId: id })
    return ctx.answer(tx, { id, status })
  })
}
