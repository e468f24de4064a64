import type { ImpactVerdict } from '#contract/enums.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { History } from '../conversations/index.ts'
import { type Ask, asksProvider, becomesOf, becomesWithout, type Given } from '../evaluation/index.ts'

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
 * Asks the built-in model, with the agent as it is and as it would be; a provider's model would cost money.
 * @param stored what the agent once replied, used in place of a provider's reply; null if that is not known
 */
export async function askAgain(
  deps: Dependencies,
  agent: Row<'agents'>,
  { stored, history }: { stored: Given | null; history: History },
  change: Change,
  ask: Ask,
): Promise<Compared> {
  const isNowProviders = asksProvider(deps, agent)
  if (asksProvider(deps, { model_id: change.modelId })) {
    // The threshold affects only the built-in model, so if nothing but it changes, replies stay the same.
    if (isNowProviders && change.modelId === agent.model_id && change.without.length === 0)
      return { before: stored, after: stored, verdict: 'same' }
    return { before: stored, after: null, verdict: stored ? becomesWithout(stored, change.without) : 'unknown' }
  }
  const modelId = deps.models.defaultModel.id
  // One after the other, so that the second one need not embed what the first one has embedded.
  const before = isNowProviders ? stored : (await ask(history, { modelId })).given
  const after = (await ask(history, { ...change, modelId })).given
  return { before, after, verdict: becomesOf(before, after) }
}
