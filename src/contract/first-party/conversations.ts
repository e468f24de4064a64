import type { Route } from '../route.ts'

/** One conversation: its thread, the answers in it, and who handles it. */
export const conversationRoutes = {
  importConversation: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/conversations',
    status: 201,
    role: 'admin',
  },
  getAnswerTrace: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/conversations/{conversation}/messages/{message}/trace',
    status: 200,
    role: 'responder',
  },
  listThread: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/conversations/{conversation}/thread',
    status: 200,
    role: 'responder',
  },
  listAuthors: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/conversations/{conversation}/authors',
    status: 200,
    role: 'responder',
  },
  listUnsentReplies: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/conversations/{conversation}/unsent-replies',
    status: 200,
    role: 'responder',
  },
  replyToVisitor: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/conversations/{conversation}/replies',
    status: 201,
    role: 'responder',
  },
  createNote: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/conversations/{conversation}/notes',
    status: 201,
    role: 'responder',
  },
  updateNote: {
    api: 'first-party',
    method: 'PATCH',
    path: '/agents/{agent}/conversations/{conversation}/notes/{note}',
    status: 200,
    role: 'responder',
  },
  deleteNote: {
    api: 'first-party',
    method: 'DELETE',
    path: '/agents/{agent}/conversations/{conversation}/notes/{note}',
    status: 204,
    role: 'responder',
  },
  markConversationRead: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/conversations/{conversation}/read',
    status: 204,
    role: 'responder',
  },
  markConversationUnread: {
    api: 'first-party',
    method: 'DELETE',
    path: '/agents/{agent}/conversations/{conversation}/read',
    status: 204,
    role: 'responder',
  },

  assignConversation: {
    api: 'first-party',
    method: 'PATCH',
    path: '/agents/{agent}/conversations/{conversation}/assignment',
    status: 200,
    role: 'responder',
  },
  labelConversation: {
    api: 'first-party',
    method: 'PATCH',
    path: '/agents/{agent}/conversations/{conversation}/labels',
    status: 200,
    role: 'responder',
  },
  snoozeConversation: {
    api: 'first-party',
    method: 'PATCH',
    path: '/agents/{agent}/conversations/{conversation}/snooze',
    status: 200,
    role: 'responder',
  },

  getInboxLine: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/conversations/{conversation}/line',
    status: 200,
    role: 'responder',
  },
} as const satisfies Record<string, Route>
