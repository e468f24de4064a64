import type { Data } from '#contract/index.ts'
import { generateReply } from '../../adapters/models/generate-reply.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { gatherMaterial, type History } from '../conversations/index.ts'
import { presentTrial } from './present-trial.ts'

/**
 * What the agent would reply to a history, stored nowhere and for no credit. Searches for visitors take precedence.
 * @throws the signal's reason when it is aborted
 */
export async function askOnce(
  deps: Dependencies,
  agent: Row<'agents'>,
  history: History,
  { modelId, signal }: { modelId: string; signal: AbortSignal },
): Promise<Data<'askPlayground'>> {
  const begun = performance.now()
  const material = await gatherMaterial(deps, agent, history, { canWait: true })
  const { models, log } = deps
  const reply = await generateReply({ ...material, models, log, modelId, threshold: agent.threshold, signal })
  return presentTrial(reply, history, performance.now() - begun, models.defaultModel.slug)
}
