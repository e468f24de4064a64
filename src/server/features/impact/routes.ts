import type { Data } from '#contract/index.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { isoTimeOrNull } from '../../db/time.ts'
import { invalid } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Bindings, Verb } from '../../http/binding.ts'
import { choosableModel } from '../agents/index.ts'
import { givenIn } from '../evaluation/index.ts'
import { sourcesAmong } from '../sources/index.ts'
import { impactJob } from './jobs.ts'
import { countAsked, insertImpact, selectAnswers, selectImpactChecks } from './queries.ts'

/** An impact. Its outcomes are shown only once all are known. */
async function presentImpact(db: Db, impact: Row<'impacts'>): Promise<Data<'getImpact'>> {
  const { step } = impact
  const isDone = step === 'done'
  return {
    id: impact.id,
    status: step === 'done' || step === 'failed' ? step : 'pending',
    answers_90_days: impact.answers,
    conversations_90_days: impact.conversations,
    last_cited_at: isoTimeOrNull(impact.last_cited_at),
    ...(await countAsked(db, impact.id)),
    becomes: isDone ? (await selectAnswers(db, impact.id)).map(presentAnswer) : [],
    checks: isDone ? (await selectImpactChecks(db, impact.id)).map(presentCheck) : [],
  }
}

const presentAnswer = (row: Row<'impact_answers'> & { question: string }) => ({
  ...{ message_id: row.message_id, conversation_id: row.conversation_id, question: row.question },
  ...{ before: givenIn(row.before), after: givenIn(row.after), verdict: row.verdict ?? ('unknown' as const) },
})

const presentCheck = ({ outcome, ...row }: Row<'impact_checks'> & { question: string }) => ({
  ...{ check_id: row.check_id, question: row.question, before: givenIn(row.before), after: givenIn(row.after) },
  change: outcome === 'same' ? null : outcome,
})

/**
 * Queues the search for what a change would do. It does not change the agent, and works for a disabled one too.
 * @throws AppError 422 on `without` for a source that is not the agent's; 422 on `model` for one that does not exist;
 * 422 `premium_plan_required` for a model that the plan excludes
 */
const createImpact: Verb<'createImpact'> = async (ctx, { agent, body }) => {
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

export const impactRoutes = {
  createImpact: { run: createImpact },
  getImpact: { run: (ctx, { impact }) => ctx.database.snapshot((db) => presentImpact(db, impact)) },
} satisfies Partial<Bindings>
