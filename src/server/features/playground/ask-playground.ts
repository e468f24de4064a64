import { generateReply } from '../../adapters/models/generate-reply.ts'
import type { StreamContext } from '../../context.ts'
import type { Streamed, VerbInput } from '../../http/binding.ts'
import { actionsOf } from '../actions/index.ts'
import { assertAvailable, choosableModel } from '../agents/index.ts'
import { gatherMaterial } from '../conversations/index.ts'
import { presentTrial } from '../evaluation/index.ts'
import { holdCredit } from '../organizations/index.ts'
import { modelsWith } from '../own-models/index.ts'
import { readTrial } from './trial.ts'
import { createWrittenWords } from './written-words.ts'

/** Streams a trial reply and stores nothing. A provider's credit is returned if the reply is not that model's. */
export async function* askPlayground(
  ctx: StreamContext,
  { agent, body }: VerbInput<'askPlayground'>,
): Streamed<'askPlayground'> {
  const { log, gone } = ctx
  const modelId = body.model === undefined ? agent.model_id : (await choosableModel(ctx, agent, body.model, 'model')).id
  const models = await modelsWith(ctx, agent, modelId)
  const history = readTrial(body.messages, await actionsOf(ctx.database.read, agent.id))
  assertAvailable(agent)
  const costsCredit = models.asksProvider(modelId) && models.groupOf(modelId) !== 'own'
  const credit = costsCredit ? await holdCredit(ctx, { id: agent.organization_id, plan: agent.plan }) : undefined
  let isSpent = false
  try {
    const begun = performance.now()
    yield { stage: 'searching' }
    const material = await gatherMaterial(ctx, agent, history, {
      without: body.without,
      writer: { models, modelId, signal: gone },
    })
    yield { stage: 'writing' }
    const threshold = body.threshold ?? agent.threshold
    const { listener, until } = createWrittenWords(material)
    const made = generateReply({ ...material, models, log, modelId, threshold, signal: gone, listener })
    for await (const text of until(made)) yield { stage: 'writing', text }
    const reply = await made
    isSpent = reply.model !== models.defaultModel.slug
    return presentTrial(reply, material, performance.now() - begun, models.defaultModel.slug)
  } finally {
    await (isSpent ? credit?.spend() : credit?.giveBack())
  }
}
