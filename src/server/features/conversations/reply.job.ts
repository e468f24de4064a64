import { generateReply, type Reply } from '../../adapters/models/generate-reply.ts'
import { languageOf } from '../../adapters/models/language.ts'
import { PHRASES } from '../../adapters/models/phrases.ts'
import { asksForPerson } from '../../adapters/models/questions.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { isNotFound } from '../../errors.ts'
import { handler } from '../../jobs/handler.ts'
import { measures, OWN_MODEL } from '../../process/measures.ts'
import { selectAgent } from '../agents/index.ts'
import { modelsWith } from '../own-models/index.ts'
import { addressForm } from './address-form.ts'
import type { Command } from './command.ts'
import { commit, holdingConversation } from './commit.ts'
import { decide } from './decide.ts'
import { expectationOf } from './expectation.ts'
import { gatherMaterial } from './gather-material.ts'
import { handOverWordsOf } from './hand-over-words.ts'
import { historyOf, searchedFor } from './history.ts'
import { providerReplyJob, type ReplyPayload, replyJob } from './jobs.ts'
import { selectConversationById } from './queries.ts'
import { selectReply } from './reply-queries.ts'
import { createReplyTeller } from './tell-reply.ts'
import { worldOf } from './world.ts'

/** Makes a reply outside any transaction, then stores it if it is still wanted. A provider's model gets its own job. */
export const replyHandler = handler(replyJob, (deps) => ({
  async run(payload, { signal }) {
    const asked = await pendingReply(deps, payload)
    if (!asked) return
    if (!isForProvider(deps, asked)) return makeReply(deps, payload, asked, signal)
    const task = { ...payload, agentId: asked.conversation.agent_id }
    await deps.database.transaction((tx) => deps.jobs.send(tx, providerReplyJob, task))
  },
  failed: (payload, error) => noReply(deps, payload, error),
}))

export const providerReplyHandler = handler(providerReplyJob, (deps) => ({
  async run(payload, { signal }) {
    const asked = await pendingReply(deps, payload)
    if (asked) await makeReply(deps, payload, asked, signal)
  },
  failed: (payload, error) => noReply(deps, payload, error),
}))

interface Asked {
  reply: Row<'replies'>
  conversation: Row<'conversations'>
  agent: Row<'agents'> | undefined
}

async function makeReply(deps: Dependencies, payload: ReplyPayload, asked: Asked, signal: AbortSignal): Promise<void> {
  const begun = performance.now()
  const ended = await replyOf(deps, asked, payload, signal)
  const ms = Math.round(performance.now() - begun)
  await storeReply(deps, asked.conversation, payload, ended)
  tellReply(deps, asked.conversation, ended, ms)
}

async function noReply(deps: Dependencies, payload: ReplyPayload, error: unknown): Promise<void> {
  deps.log.error({ err: error, conversation_id: payload.conversationId }, 'no reply could be made')
  const conversation = await selectConversationById(deps.database.read, payload.conversationId)
  if (!conversation) return
  await storeReply(deps, conversation, payload, NO_REPLY_MADE)
  tellReply(deps, conversation, NO_REPLY_MADE, null)
}

const isForProvider = ({ models }: Dependencies, { agent }: Asked): boolean =>
  speaks(agent) && (agent.model_account_id !== null || models.asksProvider(agent.model_id))

async function pendingReply(deps: Dependencies, payload: ReplyPayload): Promise<Asked | undefined> {
  const { conversationId, turn } = payload
  const reply = await selectReply(deps.database.read, conversationId, turn)
  if (reply?.status !== 'pending') return undefined
  const conversation = await selectConversationById(deps.database.read, conversationId)
  return conversation && { reply, conversation, agent: await selectAgent(deps.database.read, conversation.agent_id) }
}

const speaks = (agent: Row<'agents'> | undefined): agent is Row<'agents'> =>
  agent !== undefined && !agent.is_disabled && !agent.only_human

type Ended = Pick<Command & { kind: 'reply_ends' }, 'made' | 'searchQuery' | 'isPersonAskedFor' | 'form' | 'isOwnKey'>

const NO_REPLY_MADE: Ended = { made: 'failed', searchQuery: null, isPersonAskedFor: false }

/** `made` is null if the agent may not answer; `isPersonAskedFor`: whether an unanswered message asks for a person. */
async function replyOf(
  deps: Dependencies,
  { reply, conversation, agent }: Asked,
  payload: ReplyPayload,
  signal: AbortSignal,
): Promise<Ended> {
  if (!speaks(agent)) return { ...NO_REPLY_MADE, made: null }
  const history = await historyOf(deps.database.read, conversation, payload)
  const { settledWish } = history
  if (settledWish !== null) return { made: goingOn(deps, settledWish), searchQuery: null, isPersonAskedFor: false }
  const canOffer = conversation.origin === 'widget'
  const { log } = deps
  const { model_id: modelId, threshold } = agent
  const models = await modelsWith(deps, agent, modelId)
  const material = await gatherMaterial(deps, agent, history, {
    ...{ canOffer, mustOffer: history.isTakenBack },
    writer: { models, modelId, signal },
  })
  const isFollowed = conversation.origin === 'widget' || reply.is_followed === 1
  const teller = isFollowed ? createReplyTeller(deps, reply, material) : undefined
  const made = await generateReply({ ...material, models, log, modelId, threshold, signal, listener: teller })
    .catch((error) => {
      teller?.failed()
      throw error
    })
    .finally(() => teller?.end())
  const isPersonAskedFor = asksForPerson(history.history)
  const isOwnKey = models.groupOf(modelId) === 'own' && made.model !== models.defaultModel.slug
  const ended = { made, searchQuery: searchedFor(material, made), isPersonAskedFor, isOwnKey }
  if (made.decision !== 'handed_over' || conversation.origin !== 'widget') return ended
  // In the chat of a website, the message that hands over also says what the visitor may expect.
  const { read } = deps.database
  const language = languageOf(made.content)
  const expected = await expectationOf(read, agent, language, deps.now())
  const visitor = conversation.visitor_id === null ? undefined : { email: conversation.chat_user_email }
  const form = await addressForm(deps, read, agent, visitor, language)
  return { ...ended, made: { ...made, content: `${made.content} ${expected}` }, form }
}

/** Tells a visitor that the AI goes on, where they have asked it nothing since it last answered. */
const goingOn = ({ models }: Dependencies, wish: string): Reply => ({
  content: PHRASES[languageOf(wish)].goesOn,
  ...{ decision: 'answered', reason: null, citations: [], isCut: false, action: null },
  model: models.defaultModel.slug,
})

/** The transaction reads the conversation again, since it may have changed while the reply was made. */
async function storeReply(
  deps: Dependencies,
  conversation: Row<'conversations'>,
  payload: ReplyPayload,
  ended: Ended,
): Promise<void> {
  await holdingConversation(deps, conversation, async (tx, state) => {
    const reply = await selectReply(tx, payload.conversationId, payload.turn)
    if (!reply) return
    // The agent is read again, since making the reply may have taken seconds.
    const agent = await selectAgent(tx, conversation.agent_id)
    const isForPeople = agent?.only_human === 1
    const words =
      agent && (isForPeople || ended.made === 'failed')
        ? await handOverWordsOf(deps, tx, agent, state.row, isForPeople ? 'person_comes' : 'ai_failed')
        : undefined
    const models = agent ? await modelsWith(deps, agent, agent.model_id, tx) : deps.models
    const { slug: model } = models.find(agent?.model_id ?? '') ?? models.defaultModel
    const answering = { speaks: speaks(agent), onlyPeople: isForPeople, model }
    const command = { kind: 'reply_ends', reply, ...ended, agent: answering, words } as const
    await commit(deps, tx, decide(state, command, worldOf(deps)))
  }).catch((error) => {
    if (!isNotFound(error)) throw error // the conversation has been deleted in the meantime
  })
}

/**
 * Tells of a reply in the metrics and in the log, which holds no word of it.
 * @param ms how long it took to make it; null if every attempt failed
 */
function tellReply(
  { log }: Dependencies,
  conversation: Row<'conversations'>,
  { made, isOwnKey }: Ended,
  ms: number | null,
): void {
  if (!made) return
  const isFailed = made === 'failed'
  const told = isFailed
    ? { decision: 'failed', model: '' }
    : { decision: made.decision, model: isOwnKey ? OWN_MODEL : made.model }
  measures.reply.tell(told)
  const { id: conversationId, agent_id: agentId, organization_id: organizationId } = conversation
  const { inputTokens = null, outputTokens = null } = isFailed ? {} : (made.verified ?? {})
  log.info({ ...told, inputTokens, outputTokens, ms, conversationId, agentId, organizationId }, 'reply')
}
