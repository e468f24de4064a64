import type { MessageAction } from '#contract/actions.ts'
import { generateReply, type Reply } from '../../adapters/models/generate-reply.ts'
import { type Dependencies, systemContext } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { actionsOf } from '../actions/index.ts'
import { findAgent } from '../agents/index.ts'
import { searchKnowledge } from '../sources/index.ts'
import { addMessage, type ConversationChange, setMode } from './change-conversation.ts'
import { changeConversation } from './change-together.ts'
import { historyOf } from './history.ts'
import { type ReplyPayload, replyJob } from './jobs.ts'
import { changeReply, selectConversationById, selectReply } from './queries.ts'

/** What the visitor reads when even the built-in model could not answer. */
const APOLOGY = 'I am sorry, I cannot answer right now. A person will take over from here.'

/** Retrieves and generates outside any transaction, then stores the reply if it is still the AI's turn. */
export function replyHandler(deps: Dependencies): JobHandler<ReplyPayload> {
  return {
    definition: replyJob,
    async run(payload, { signal }) {
      const reply = await pendingReply(deps, payload)
      const conversation = reply && (await selectConversationById(deps.database.read, payload.conversationId))
      if (!conversation) return
      const made = await makeReply(deps, conversation, payload, signal)
      await storeReply(deps, conversation, payload, made)
    },
    async failed(payload, error) {
      deps.log.error({ err: error, conversation_id: payload.conversationId }, 'no reply could be made')
      const conversation = await selectConversationById(deps.database.read, payload.conversationId)
      if (conversation) await storeReply(deps, conversation, payload, 'apology')
    },
  }
}

async function pendingReply(deps: Dependencies, { conversationId, turn }: ReplyPayload) {
  const reply = await selectReply(deps.database.read, conversationId, turn)
  return reply?.status === 'pending' ? reply : undefined
}

/** The conversation's agent as it is now; undefined once it has been deleted. */
function agentOf(deps: Dependencies, { agent_id }: Row<'conversations'>) {
  return findAgent(systemContext(deps), agent_id).catch((error) => {
    if (error instanceof AppError) return undefined
    throw error
  })
}

/** Whether an agent is to answer visitors by itself. */
const speaks = (agent: Awaited<ReturnType<typeof agentOf>>) => agent && !agent.is_disabled && !agent.only_human

/** The AI's reply; null when its agent is not to speak. */
async function makeReply(
  deps: Dependencies,
  conversation: Row<'conversations'>,
  { completedMessageId }: ReplyPayload,
  signal: AbortSignal,
): Promise<Reply | null> {
  const ctx = systemContext(deps)
  const db = deps.database.read
  const agent = await agentOf(deps, conversation)
  if (!agent || !speaks(agent)) return null
  const { history, question, completedAction } = await historyOf(db, conversation, completedMessageId)
  const passages = completedAction ? [] : await searchKnowledge(ctx, agent, question)
  const actions = completedAction ? [] : await actionsOf(db, agent.id)
  return generateReply({
    models: deps.models,
    modelId: agent.model_id,
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
    signal,
    log: deps.log,
  })
}

/**
 * The fence: under the conversation's lock the reply must still be wanted — same turn, mode `ai`, open, not called
 * off, and the agent one that speaks. Otherwise it is kept as a draft that no visitor sees, and its credit goes back.
 */
async function storeReply(
  deps: Dependencies,
  conversation: Row<'conversations'>,
  payload: ReplyPayload,
  made: Reply | null | 'apology',
): Promise<void> {
  const agent = await agentOf(deps, conversation) // making it took seconds perhaps
  await changeConversation(deps, conversation, async (tx, change) => {
    const reply = await selectReply(tx, payload.conversationId, payload.turn)
    if (!reply) return
    const { row } = change
    const isItsTurn =
      reply.status === 'pending' && row.turn === payload.turn && row.response_mode === 'ai' && row.status === 'open'
    const now = deps.now()
    const freeCredit = () => reply.credit_period !== null && change.creditsFree.push(reply.credit_period)
    if (!isItsTurn || made === null || !speaks(agent)) {
      if (isItsTurn && agent?.only_human) handOver(change)
      if (reply.status === 'pending') freeCredit()
      const status = reply.status === 'pending' ? 'discarded' : reply.status
      // What was asked again meanwhile is answered anew; what a person came in between is theirs to read.
      const isLost = row.response_mode === 'human' || row.status === 'closed'
      const draft = isLost && made && made !== 'apology' ? made.content : null
      await changeReply(tx, reply, { ...reply, status, draft, credit_period: null, updated_at: now })
      if (draft === null) return
      const ids = { agent_id: row.agent_id, conversation_id: row.id }
      await emit(deps, tx, row.organization_id, { type: 'reply.discarded', ...ids })
      return
    }
    if (made === 'apology') {
      freeCredit()
      const message = addMessage(deps, change, { role: 'assistant', content: APOLOGY })
      await changeReply(tx, reply, {
        ...reply,
        status: 'failed',
        credit_period: null,
        message_id: message.id,
        updated_at: now,
      })
      return handOver(change)
    }
    const message = addMessage(deps, change, { role: 'assistant', content: made.content, action: pendingAction(made) })
    await changeReply(tx, reply, { ...reply, status: 'stored', message_id: message.id, updated_at: now })
    change.receipts.push(receiptOf(deps, message, made, reply))
    if (made.decision === 'handed_over') handOver(change)
  }).catch((error) => {
    if (!(error instanceof AppError && error.code === 'resource_not_found')) throw error
  })
}

function handOver(change: ConversationChange): void {
  setMode(change, 'human')
  change.withdrawnFor = change.row.turn // the reply before is this one, and settled
  change.askedForPerson = true
}

function pendingAction(reply: Reply): MessageAction | null {
  if (!reply.action) return null
  const { id, slug, name, fields } = reply.action
  return { agent_action_uuid: id, slug, name, fields, status: 'pending', result: null }
}

function receiptOf(deps: Dependencies, message: Row<'messages'>, made: Reply, reply: Row<'replies'>): Row<'receipts'> {
  return {
    message_id: message.id,
    citations: JSON.stringify(made.decision === 'answered' ? made.citations : []),
    model: made.model,
    latency_ms: Math.max(0, deps.now() - reply.created_at),
    decision: made.decision,
  }
}
