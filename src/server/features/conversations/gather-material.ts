import type { AskedQuestion } from '../../adapters/models/answer.ts'
import { requestIn, textOf } from '../../adapters/models/fitting-action.ts'
import type { ReplyInput } from '../../adapters/models/generate-reply.ts'
import { asksForPerson } from '../../adapters/models/questions.ts'
import type { Usage } from '../../adapters/models/reply.ts'
import type { HistoryMessage } from '../../adapters/models/search-query.ts'
import type { AgentAction } from '../../adapters/models/tools.ts'
import type { QueryWriter } from '../../adapters/models/write-query.ts'
import { type Dependencies, systemContext } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { actionsOf } from '../actions/index.ts'
import { searchKnowledge } from '../sources/index.ts'
import { type Found, findFor } from './find-passages.ts'
import type { History } from './history.ts'

/** What a model needs for a reply: the agent, the messages so far, fitting passages, and the actions it may offer. */
export type Material = Pick<
  ReplyInput,
  | 'agent'
  | 'verification'
  | 'humanIntervention'
  | 'offersPerson'
  | 'history'
  | 'completedAction'
  | 'passages'
  | 'actions'
  | 'usages'
> & { questions: (AskedQuestion & Pick<Found, 'written'>)[] }

interface Gathering {
  /** The ids of sources that the search leaves out. */
  without?: readonly string[] | undefined
  /** Whether nobody waits for the reply, so that the questions of visitors are searched first. */
  canWait?: boolean
  /** Whether the reply may offer a person, as it may in the chat on a website. */
  canOffer?: boolean
  /** The model that is to reply. If it is a provider's, it writes queries for messages that go on from those before. */
  writer?: QueryWriter
  /** Whether it offers one also where it would hand over, as its visitor has just asked for the AI instead. */
  mustOffer?: boolean
}

/** Gathers what a model needs for a reply: fitting passages, and the actions that visitors may be asked to complete. */
export async function gatherMaterial(
  deps: Dependencies,
  agent: Row<'agents'>,
  { history, questions, completedAction }: History,
  { without = [], canWait = false, canOffer = true, mustOffer = false, writer }: Gathering = {},
): Promise<Material> {
  const { name, instructions, human_intervention, verification } = agent
  const humanIntervention = human_intervention === 1
  const isAskedFor = asksForPerson(history)
  const offersPerson = canOffer && humanIntervention && (mustOffer || agent.hand_over === 'offer') && !isAskedFor
  const known = {
    agent: { name, instructions },
    verification,
    humanIntervention: humanIntervention && !mustOffer,
    offersPerson,
    history,
    completedAction,
  }
  const usages: Usage[] = []
  const write = writer && (await writerOf(writer, (usage) => usages.push(usage)))
  const asked = await Promise.all(
    questions.map(async (question) => {
      const find = (query: string) => searchKnowledge(systemContext(deps), agent, query, { without, canWait })
      const [found, actions] = await Promise.all([
        findFor(question, history, agent.threshold, { find, write }),
        actionsFor(deps, agent, question.message),
      ])
      return { ...found, actions }
    }),
  )
  const passages = new Map(asked.flatMap(({ given }) => given.map((one) => [one.id, one])))
  const actions = asked.at(-1)?.actions ?? []
  return { ...known, questions: asked, passages: [...passages.values()], actions, usages }
}

/** Loads what asks a provider's model only where there is one, to keep the memory of an idle server small. */
async function writerOf(writer: QueryWriter, count: (usage: Usage) => void) {
  if (!writer.models.asksProvider(writer.modelId)) return undefined
  const { writeQuery } = await import('../../adapters/models/write-query.ts')
  return (history: readonly HistoryMessage[]) => writeQuery(writer, history, count)
}

/** The agent's actions, each with its similarity to a message if that asks for something to be done. */
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
