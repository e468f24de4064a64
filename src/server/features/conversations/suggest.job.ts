import { generateReply, type Reply } from '../../adapters/models/generate-reply.ts'
import { asksNothing } from '../../adapters/models/questions.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { isNotFound } from '../../errors.ts'
import { handler } from '../../jobs/handler.ts'
import { selectAgent } from '../agents/index.ts'
import { returnQuota } from '../organizations/index.ts'
import { modelsWith } from '../own-models/index.ts'
import { holdingConversation } from './commit.ts'
import { gatherMaterial } from './gather-material.ts'
import { historyForPeople } from './history.ts'
import { suggestJob } from './jobs.ts'
import { selectConversationById } from './queries.ts'
import { changeSuggestion, isStillFor, removeSuggestion, selectSuggestion } from './suggestion-queries.ts'
import { tellThread } from './suggestions.ts'

/** Makes a suggestion outside any transaction, then stores it if the conversation has not moved on. */
export const suggestHandler = handler(suggestJob, (deps) => ({
  async run({ id }, { signal }) {
    const asked = await selectSuggestion(deps.database.read, id)
    if (asked?.content !== null) return
    const conversation = await selectConversationById(deps.database.read, asked.conversation_id)
    if (!conversation) return
    const isWanted = isStillFor(asked, conversation)
    await store(deps, id, conversation, isWanted ? await answerFor(deps, conversation, signal) : undefined)
  },
  async failed({ id }, error) {
    deps.log.error({ err: error, suggestion_id: id }, 'no suggestion could be made')
    const asked = await selectSuggestion(deps.database.read, id)
    const conversation = asked && (await selectConversationById(deps.database.read, asked.conversation_id))
    if (conversation) await store(deps, id, conversation, undefined)
  },
}))

/** What the AI would say by itself; undefined if it knows no answer, or nothing is asked. */
async function answerFor(
  deps: Dependencies,
  conversation: Row<'conversations'>,
  signal: AbortSignal,
): Promise<Reply | undefined> {
  const agent = await selectAgent(deps.database.read, conversation.agent_id)
  if (!agent || agent.is_disabled) return undefined
  const history = await historyForPeople(deps.database.read, conversation)
  if (history.questions.every(({ message }) => asksNothing(message))) return undefined
  const { model_id: modelId, threshold } = agent
  const models = await modelsWith(deps, agent, modelId)
  const writer = { models, modelId, signal }
  const { questions, ...material } = await gatherMaterial(deps, agent, history, { canOffer: false, writer })
  const made = await generateReply({
    ...{ ...material, humanIntervention: false, actions: [] },
    questions: questions.map((question) => ({ ...question, actions: [] })),
    ...{ ...writer, log: deps.log, threshold },
  })
  // One that answers some of several questions and says so of the others is worth a person's look.
  return made.decision === 'answered' || made.citations.length > 0 ? made : undefined
}

/** Ends a suggestion. Its credit is returned if there is none; a member who asked for it is told so. */
async function store(
  deps: Dependencies,
  id: string,
  conversation: Row<'conversations'>,
  made: Reply | undefined,
): Promise<void> {
  await holdingConversation(deps, conversation, async (tx, { row }) => {
    const asked = await selectSuggestion(tx, id)
    if (asked?.content !== null) return // it was called off, or another run of the job has ended it
    const isWanted = isStillFor(asked, row)
    const given = isWanted ? made : undefined
    if (given) await changeSuggestion(tx, id, { content: given.content, citations: JSON.stringify(given.citations) })
    else if (isWanted && asked.is_asked) await changeSuggestion(tx, id, { content: '', credit_period: null })
    else await removeSuggestion(tx, id)
    await tellThread(deps, tx, row)
    if (!given && asked.credit_period !== null)
      await returnQuota(tx, row.organization_id, 'message_credits', 1, asked.credit_period)
  }).catch((error) => {
    if (!isNotFound(error)) throw error // the conversation has been deleted in the meantime
  })
}
