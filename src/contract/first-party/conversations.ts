import type { Route } from '../route.ts'
import { create, get, patch, remove, tell } from './route-of.ts'

/** One conversation: its thread, the answers in it, and who handles it. */
export const conversationRoutes = {
  importConversation: create('/agents/{agent}/conversations', 'admin'),
  getAnswerTrace: get('/agents/{agent}/conversations/{conversation}/messages/{message}/trace', 'responder'),
  listThread: get('/agents/{agent}/conversations/{conversation}/thread', 'responder'),
  listUnsentReplies: get('/agents/{agent}/conversations/{conversation}/unsent-replies', 'responder'),
  replyToVisitor: create('/agents/{agent}/conversations/{conversation}/replies', 'responder'),
  createNote: create('/agents/{agent}/conversations/{conversation}/notes', 'responder'),
  updateNote: patch('/agents/{agent}/conversations/{conversation}/notes/{note}', 'responder'),
  deleteNote: remove('/agents/{agent}/conversations/{conversation}/notes/{note}', 'responder'),
  markConversationRead: tell('/agents/{agent}/conversations/{conversation}/read', 'responder'),
  markConversationUnread: remove('/agents/{agent}/conversations/{conversation}/read', 'responder'),

  assignConversation: patch('/agents/{agent}/conversations/{conversation}/assignment', 'responder'),
  labelConversation: patch('/agents/{agent}/conversations/{conversation}/labels', 'responder'),
  snoozeConversation: patch('/agents/{agent}/conversations/{conversation}/snooze', 'responder'),

  getInboxLine: get('/agents/{agent}/conversations/{conversation}/line', 'responder'),
} as const satisfies Record<string, Route>
