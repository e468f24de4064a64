import { newId } from '../../db/ids.ts'
import { invalid } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { choosableModel } from '../agents/index.ts'
import { sourcesAmong } from '../sources/index.ts'
import { impactJob } from './jobs.ts'
import { insertImpact } from './queries.ts'

/**
 * Queues the search for what a change would do. It does not change the agent, and works for a disabled one too.
 * @throws AppError 422 on `without` for a source that is not the agent's; 422 on `model` for one that does not exist;
 * 422 `premium_plan_required` for a model that the plan excludes
 */
export const createImpact: Verb<'createImpact'> = async (ctx, { agent, body }) => {
  const modelId = body.model === undefined ? null : (await choosableModel(ctx, agent, body.model, 'model')).id
  return ctx.database.transaction(async (tx) => {
    const without = body.without && [...new Set(body.without)]
    if (without && (await sourcesAmong(tx, agent.id, without)).length < without.length)
      throw invalid('without', 'must be sources of this agent')
    const id = newId()
    await insertImpact(tx, {
      ...{ id, agent_id: agent.id, without_sources: without ? JSON.stringify(without) : null, model_id: modelId },
      ...{ threshold: body.threshold ?? null, step: 'gathering', answers: 0, conversations: 0, last_cited_at: null },
      created_at: ctx.now(),
    })
    await ctx.jobs.send(tx, impactJob, { impactId: id, agentId: agent.id })
    await emit(ctx, tx, agent.organization_id, { type: 'impact.updated', agent_id: agent.id, impact_id: id })
    return ctx.answer(tx, { id })
  })
}
