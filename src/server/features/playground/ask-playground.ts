import { generateReply } from '../../adapters/models/generate-reply.ts'
import type { Dependencies, StreamContext } from '../../context.ts'
import type { LocatedAgent, Streamed, VerbInput } from '../../http/binding.ts'
import { actionsOf } from '../actions/index.ts'
import { assertAvailable, choosableModel } from '../agents/index.ts'
import { gatherMaterial } from '../conversations/index.ts'
import { quotaPeriod, returnQuota, takeQuota } from '../organizations/index.ts'
import { presentTrial } from './present-trial.ts'
import { readTrial } from './trial.ts'
import { createWrittenWords } from './written-words.ts'

/**
 * Streams the reply that the agent would give a visitor, and how it came to it. Stores no conversation, event or count.
 * A credit is taken before a provider's model is asked, and returned if that model does not reply.
 */
export async function* askPlayground(
  ctx: StreamContext,
  { agent, body }: VerbInput<'askPlayground'>,
): Streamed<'askPlayground'> {
  const { models, log, gone } = ctx
  const modelId = body.model === undefined ? agent.model_id : choosableModel(ctx, agent, body.model, 'model').id
  const history = readTrial(body.messages, await actionsOf(ctx.database.read, agent.id))
  assertAvailable(agent)
  const isProviders = modelId !== models.defaultModel.id && models.isConfigured(modelId)
  const credit = isProviders ? await holdCredit(ctx, agent) : undefined
  let isSpent = false
  try {
    const begun = performance.now()
    yield { stage: 'searching' }
    const material = await gatherMaterial(ctx, agent, history, { without: body.without })
    yield { stage: 'writing' }
    const threshold = body.threshold ?? agent.threshold
    const { listener, until } = createWrittenWords(material.passages)
    const made = generateReply({ ...material, models, log, modelId, threshold, signal: gone, listener })
    for await (const text of until(made)) yield { stage: 'writing', text }
    const reply = await made
    isSpent = reply.model !== models.defaultModel.slug
    return presentTrial(reply, history, performance.now() - begun, models.defaultModel.slug)
  } finally {
    if (!isSpent) await credit?.giveBack()
  }
}

/**
 * Takes one of the organization's credits.
 * @throws AppError 422 `subscription_limit_exceeded` when none is left
 */
async function holdCredit(ctx: Dependencies, { organization_id, plan }: LocatedAgent) {
  const period = quotaPeriod('message_credits', ctx.now())
  const organization = { id: organization_id, plan }
  await ctx.database.transaction((tx) => takeQuota(ctx, tx, organization, 'message_credits', 1))
  return {
    giveBack: () => ctx.database.transaction((tx) => returnQuota(tx, organization_id, 'message_credits', 1, period)),
  }
}
