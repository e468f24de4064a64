import { latestAgentChange } from '../../events/latest-change.ts'
import type { Bindings } from '../../http/binding.ts'
import { changeConversations } from './change-conversations.ts'
import { createConversation } from './create-conversation.ts'
import { deleteConversation } from './delete-conversation.ts'
import { getAnswerTrace } from './get-answer-trace.ts'
import { giveBack } from './give-back.ts'
import { assignConversation, labelConversation, snoozeConversation } from './handle-conversation.ts'
import { importConversation } from './import-conversation.ts'
import { findPublicConversation } from './index.ts'
import { listConversations, listMessages } from './list-conversations.ts'
import { listThread } from './list-thread.ts'
import { markRead, markUnread } from './mark-read.ts'
import { createNote, deleteNote, updateNote } from './notes.ts'
import { presentConversation, presentUnsentReply } from './presenter.ts'
import { selectUnsentReplies } from './reply-queries.ts'
import { replyToVisitor } from './reply-to-visitor.ts'
import { sendHumanMessage } from './send-human-message.ts'
import { sendMessage } from './send-message.ts'
import { submitActionResult } from './submit-action-result.ts'
import { dismissSuggestion, suggestReply } from './suggestions.ts'
import { updateConversation } from './update-conversation.ts'

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
