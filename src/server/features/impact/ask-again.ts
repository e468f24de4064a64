import type { ImpactVerdict } from '#contract/enums.ts'
import { generateReply, type Reply } from '../../adapters/models/generate-reply.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { costsCredits } from '../checks/index.ts'
import { gatherMaterial, type History, type Material } from '../conversations/index.ts'
import { type Given, verdictByEvidence, verdictOf } from './verdict.ts'

/** The change to an agent whose impact is to be found. */
export interface Change {
  without: readonly string[]
  modelId: string
  threshold: Row<'agents'>['threshold']
}

export function changeIn(agent: Row<'agents'>, impact: Row<'impacts'>): Change {
  return {
    without: impact.without_sources === null ? [] : (JSON.parse(impact.without_sources) as string[]),
    modelId: impact.model_id ?? agent.model_id,
    threshold: impact.threshold ?? agent.threshold,
  }
}

/** What the agent replies to a question as it is (`before`), and what it would reply after the change (`after`). */
export interface Compared {
  /** Null if a provider's model answers now or would after the change, and no reply of the past is stored. */
  before: Given | null
  /** Null if a provider's model would make it; but if only the threshold changes, it is the same as `before`. */
  after: Given | null
  verdict: ImpactVerdict
}

/**
 * Asks the built-in model the question of a history, with the agent as it is and as it would be. A provider's model is
 * not asked, as that costs money.
 * @param stored what the agent once replied, which is used in place of a provider's reply; null if that is not known
 */
export async function askAgain(
  deps: Dependencies,
  agent: Row<'agents'>,
  { stored, history }: { stored: Given | null; history: History },
  change: Change,
  signal: AbortSignal,
): Promise<Compared> {
  const isNowProviders = costsCredits(deps, agent)
  const isProviders = costsCredits(deps, { ...agent, model_id: change.modelId })
  if (isProviders) {
    // The threshold affects only the built-in model, so if nothing but it changes, replies stay the same.
    if (isNowProviders && change.modelId === agent.model_id && change.without.length === 0)
      return { before: stored, after: stored, verdict: 'same' }
    const verdict = stored ? verdictByEvidence(stored, new Set(change.without)) : 'unknown'
    return { before: stored, after: null, verdict }
  }
  const search = (without: readonly string[]) => gatherMaterial(deps, agent, history, { without, canWait: true })
  const { models, log } = deps
  const modelId = models.defaultModel.id
  const reply = async (material: Material, threshold: Change['threshold']) =>
    givenIn(await generateReply({ ...material, models, log, modelId, threshold, signal }))
  const found = await search([])
  const before = isNowProviders ? stored : await reply(found, agent.threshold)
  // One search after the other, so that the second one need not embed what the first one has embedded.
  const after = await reply(change.without.length > 0 ? await search(change.without) : found, change.threshold)
  return { before, after, verdict: before ? verdictOf(before, after) : 'unknown' }
}

const givenIn = ({ content, decision, citations }: Reply): Given => ({
  reply: content,
  decision,
  citations: decision === 'answered' ? citations : [],
})
