import { requestIn, textOf } from '../../adapters/models/fitting-action.ts'
import { generateReply, type Reply } from '../../adapters/models/generate-reply.ts'
import type { ReplyListener } from '../../adapters/models/streamed-text.ts'
import type { AgentAction } from '../../adapters/models/tools.ts'
import { type Dependencies, systemContext } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { actionsOf } from '../actions/index.ts'
import { searchKnowledge } from '../sources/index.ts'
import type { History } from './history.ts'

/** What a model needs to answer a question. */
export interface Material {
  passages: Awaited<ReturnType<typeof searchKnowledge>>
  actions: AgentAction[]
}

/**
 * Searches the agent's knowledge for a question, and reads the actions it may ask visitors to complete.
 * @param without the ids of sources that it is searched without
 */
export async function gatherMaterial(
  deps: Dependencies,
  agent: Row<'agents'>,
  { history, question }: History,
  without: readonly string[] = [],
): Promise<Material> {
  if (question === null) return { passages: [], actions: [] }
  const message = history.findLast(({ role }) => role === 'visitor')?.content ?? ''
  const [passages, actions] = await Promise.all([
    searchKnowledge(systemContext(deps), agent, question, { without }),
    actionsFor(deps, agent, message),
  ])
  return { passages, actions }
}

/** The agent's actions, compared with a message if that asks for something to be done. */
async function actionsFor(deps: Dependencies, agent: Row<'agents'>, message: string): Promise<AgentAction[]> {
  const rows = await actionsOf(deps.database.read, agent.id)
  const actions = rows.map(({ id, slug, name, description, fields }): AgentAction => {
    return { id, slug, name, description, fields: JSON.parse(fields) as AgentAction['fields'] }
  })
  const request = requestIn(message)
  if (request === null || actions.length === 0) return actions
  const similarities = await deps.knowledge.similarities(request, actions.map(textOf))
  return actions.map((action, at) => ({ ...action, similarity: similarities[at]! }))
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
  {
    modelId,
    threshold,
    signal,
    listener,
  }: Pick<Row<'agents'>, 'threshold'> & { modelId: string; signal: AbortSignal; listener?: ReplyListener },
): Promise<Reply> {
  return generateReply({
    models: deps.models,
    modelId,
    agent: { name: agent.name, instructions: agent.instructions },
    history,
    passages,
    actions,
    completedAction,
    humanIntervention: agent.human_intervention === 1,
    threshold,
    signal,
    listener,
    log: deps.log,
  })
}
