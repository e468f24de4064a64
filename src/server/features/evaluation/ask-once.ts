import type { Data } from '#contract/index.ts'
import { generateReply } from '../../adapters/models/generate-reply.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { gatherMaterial, type History } from '../conversations/index.ts'
import { modelsWith } from '../own-models/index.ts'
import { presentTrial } from './present-trial.ts'

/** With what an agent is asked; the agent's own where a field is absent. */
export interface Asking {
  modelId?: string
  threshold?: Row<'agents'>['threshold']
  /** The ids of sources that the search leaves out. */
  without?: readonly string[]
  knowledge?: Dependencies['knowledge']
}

/** A reply that is stored nowhere and costs no credit; visitors' searches go first. @throws the signal's reason */
export async function askOnce(
  deps: Dependencies,
  agent: Row<'agents'>,
  history: History,
  { signal, ...asking }: Asking & { signal: AbortSignal },
): Promise<Data<'askPlayground'>> {
  const { modelId = agent.model_id, threshold = agent.threshold, without, knowledge = deps.knowledge } = asking
  const begun = performance.now()
  const { log } = deps
  const models = await modelsWith(deps, agent, modelId)
  const writer = { models, modelId, signal }
  const material = await gatherMaterial({ ...deps, knowledge }, agent, history, { without, canWait: true, writer })
  const reply = await generateReply({ ...material, models, log, modelId, threshold, signal })
  return presentTrial(reply, material, performance.now() - begun, models.defaultModel.slug)
}
