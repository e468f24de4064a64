import type { MessageAction } from '#contract/actions.ts'
import { generateReply, type Reply } from '../../adapters/models/generate-reply.ts'
import { type Dependencies, systemContext } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { actionsOf } from '../actions/index.ts'
import { searchKnowledge } from '../sources/index.ts'
import type { History } from './history.ts'

/** What a model needs to answer a question. */
export interface Material {
  passages: Awaited<ReturnType<typeof searchKnowledge>>
  actions: Row<'agent_actions'>[]
}

/** Searches the agent's knowledge for a question, and reads the actions it may ask visitors to complete. */
export async function gatherMaterial(
  deps: Dependencies,
  agent: Row<'agents'>,
  { question }: History,
): Promise<Material> {
  if (question === null) return { passages: [], actions: [] }
  const passages = await searchKnowledge(systemContext(deps), agent, question)
  return { passages, actions: await actionsOf(deps.database.read, agent.id) }
}

/**
 * Lets a model reply to the last message of a history. Stores nothing.
 * @throws the signal's reason when it is aborted
 */
export function makeReply(
  deps: Dependencies,
  agent: Row<'agents'>,
  { history, completedAction }: History,
  { passages, actions }: Material,
  { modelId, threshold, signal }: Pick<Row<'agents'>, 'threshold'> & { modelId: string; signal: AbortSignal },
): Promise<Reply> {
  return generateReply({
    models: deps.models,
    modelId,
    agent: { name: agent.name, instructions: agent.instructions },
    history,
    passages,
    actions: actions.map(({ id, slug, name, description, fields }) => ({
      id,
      slug,
      name,
      description,
      fields: JSON.parse(fields) as MessageAction['fields'],
    })),
    completedAction,
    humanIntervention: agent.human_intervention === 1,
    threshold,
    signal,
    log: deps.log,
  })
}
