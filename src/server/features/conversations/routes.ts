import { randomUUID } from 'node:crypto'
import { asksForPerson } from '../../adapters/models/questions.ts'
import { DEEP, windowOf } from '../../db/paginate.ts'
import { Fixed } from '../../db/prepared.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { latestAgentChange } from '../../events/latest-change.ts'
import type { Bindings, Verb } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { holdingAsMember } from './acting-member.ts'
import { changeConversations } from './change-conversations.ts'
import { actorOf, authorOf, worldOf } from './command.ts'
import { commit } from './commit.ts'
import { totalConversations, totalPattern } from './counts.ts'
import { decide } from './decide.ts'
import { deleteConversation, giveBack, markRead, markUnread } from './delete-conversation.ts'
import { assignConversation, labelConversation, snoozeConversation } from './handle-conversation.ts'
import { historyBefore } from './history.ts'
import { verifyIdentity } from './identity.ts'
import { findPublicConversation } from './index.ts'
import { listThread } from './list-thread.ts'
import { selectMessagePage } from './message-queries.ts'
import { createNote, deleteNote, updateNote } from './notes.ts'
import { assertNoneOpen, openAsOnlyOne } from './one-open.ts'
import { openConversation } from './open-conversation.ts'
import { presentAnswerTrace, presentConversation, presentMessage, presentUnsentReply } from './presenter.ts'
import { selectConversationPage, selectTopConversations } from './queries.ts'
import { selectAnswerTrace, selectUnsentReplies } from './reply-queries.ts'
import { replyToVisitor } from './reply-to-visitor.ts'
import { sendHumanMessage, sendMessage } from './send-message.ts'
import { submitActionResult } from './submit-action-result.ts'
import { dismissSuggestion, suggestReply } from './suggestions.ts'

/** Opens a conversation for a visitor. The agent greets, unless only people answer for it. */
const createConversation: Verb<'createConversation'> = async (ctx, input) => {
  const { agent, body } = input
  const identity = await verifyIdentity(ctx, agent, body)
  assertAvailable(agent)
  const chatUserId = identity?.id ?? body.chat_user_id ?? randomUUID()
  const visitor = { agent_id: agent.id, chat_user_id: chatUserId }
  await assertNoneOpen(ctx, visitor)
  return openAsOnlyOne(ctx, visitor, () =>
    openConversation(ctx, agent, {
      origin: 'public_api',
      chatUser: { id: chatUserId, name: identity?.name ?? null, email: identity?.email ?? null },
      identityVerified: identity !== undefined,
      messages: agent.only_human ? [] : [{ role: 'assistant', content: agent.greeting }],
    }),
  )
}

/** Imports a conversation of another channel unchanged, without a greeting or a reply. */
const importConversation: Verb<'importConversation'> = async (ctx, input) => {
  const { agent, body } = input
  assertAvailable(agent)
  return openConversation(ctx, agent, {
    origin: body.origin,
    chatUser: { id: body.chat_user.id, name: body.chat_user.name || null, email: body.chat_user.email || null },
    identityVerified: false,
    messages: body.messages ?? [],
  })
}

/** How the AI came to a message. Whether a person was asked for is told by the visitor's words, not by the model. */
const getAnswerTrace: Verb<'getAnswerTrace'> = async ({ database: { read }, models }, { message }) => {
  const trace = orNotFound(await selectAnswerTrace(read, message.id))
  const { history } = await historyBefore(read, message.conversation_id, message.position)
  return presentAnswerTrace(trace, asksForPerson(history), models.defaultModel.slug)
}

const listConversations: Verb<'listConversations'> = async (ctx, input) => {
  const { agent, query } = input
  const { page, per_page, status, response_mode } = query
  const filter = { status, response_mode }
  const start = (page - 1) * per_page
  if (start <= DEEP) {
    // The first pages, which are requested most, take a single query that includes the total.
    const rows = await selectTopConversations(
      ctx.database.read,
      agent.id,
      filter,
      totalPattern(filter),
      new Fixed(per_page),
      start || undefined,
    )
    if (rows[0]) return { items: rows.map(presentConversation), total: rows[0].total ?? 0 }
  }
  return ctx.database.snapshot(async (db) => {
    const total = await totalConversations(db, agent.id, filter)
    const window = windowOf({ page, perPage: per_page, total })
    const rows = window.length > 0 ? await selectConversationPage(db, agent.id, filter, window) : []
    return { items: rows.map(presentConversation), total }
  })
}

/** Positions have no gaps, so a page is a range. The total is read again, as the conversation may be outdated. */
const listMessages: Verb<'listMessages'> = async (ctx, input) => {
  const { conversation, query } = input
  const last = query.page * query.per_page
  const first = last - query.per_page + 1
  const rows = await selectMessagePage(ctx.database.read, conversation.id, first, last)
  if (rows[0]) return { items: rows.map(presentMessage), total: rows[0].total }
  // The conversation has been deleted in the meantime with its messages.
  if (first <= conversation.message_count) throw new AppError('resource_not_found')
  return { items: [], total: conversation.message_count }
}

/**
 * Changes who answers, or whether the conversation is open, or both in this order.
 * @throws AppError 409 `conversation_conflict` if it is to be reopened and the visitor has another open one; 422
 * `conversation_closed` if a mode is set of one that stays closed; 423 `agent_unavailable`
 */
const updateConversation: Verb<'updateConversation'> = async (ctx, { agent, conversation, body }) => {
  const { status, response_mode: mode, ...others } = body
  others satisfies Record<string, never> // a field of the body that is not handled below does not compile
  const decision = await openAsOnlyOne(ctx, conversation, () =>
    holdingAsMember(ctx, conversation, async (tx, state) => {
      const decision = decide(state, { kind: 'set', mode, status, by: actorOf(authorOf(ctx)) }, worldOf(ctx))
      assertAvailable(agent) // after `decide`, so that a closed conversation is reported before a disabled agent
      await commit(ctx, tx, decision)
      return decision
    }),
  )
  return presentConversation(decision.after)
}

/** Locates a conversation made through the API. For any other origin, such as the chat widget, the answer is 404. */
const publicOnly = { conversation: findPublicConversation }

export const conversationRoutes = {
  listConversations: { run: listConversations, version: (ctx, { agent }) => latestAgentChange(ctx, agent) },
  createConversation: { run: createConversation },
  getConversation: {
    run: async (_ctx, { conversation }) => presentConversation(conversation),
    version: (_ctx, { conversation }) => `${conversation.id} ${conversation.updated_at} ${conversation.turn}`,
  },
  updateConversation: { run: updateConversation },
  deleteConversation: { run: deleteConversation },
  listMessages: {
    run: listMessages,
    // The conversation's row, which the locator has read already, changes with every message.
    version: (_ctx, { conversation }) =>
      `${conversation.id} ${conversation.updated_at} ${conversation.turn} ${conversation.message_count}`,
  },
  sendMessage: { run: sendMessage, locate: publicOnly },
  sendHumanMessage: { run: sendHumanMessage },
  submitActionResult: { run: submitActionResult, locate: publicOnly },
  importConversation: { run: importConversation },
  getAnswerTrace: { run: getAnswerTrace },
  listThread: { run: listThread },
  replyToVisitor: { run: replyToVisitor },
  suggestReply: { run: suggestReply },
  dismissSuggestion: { run: dismissSuggestion },
  createNote: { run: createNote },
  updateNote: { run: updateNote },
  deleteNote: { run: deleteNote },
  markConversationRead: { run: markRead },
  markConversationUnread: { run: markUnread },
  giveBack: { run: giveBack },
  assignConversation: { run: assignConversation },
  labelConversation: { run: labelConversation },
  snoozeConversation: { run: snoozeConversation },
  changeConversations: { run: changeConversations },
  listUnsentReplies: {
    run: async (ctx, { conversation }) =>
      (await selectUnsentReplies(ctx.database.read, conversation.id)).map(presentUnsentReply),
  },
} satisfies Partial<Bindings>
