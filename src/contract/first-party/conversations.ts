import type { Route } from '../route.ts'
import { create, get, patch, post, remove, start, takeBack, tell } from './route-of.ts'

export const conversationRoutes = {
  importConversation: create('/agents/{agent}/conversations', 'admin', 'none'),
  getAnswerTrace: get('/agents/{agent}/conversations/{conversation}/messages/{message}/trace', 'responder'),
  listThread: get('/agents/{agent}/conversations/{conversation}/thread', 'responder'),
  listUnsentReplies: get('/agents/{agent}/conversations/{conversation}/unsent-replies', 'responder'),
  replyToVisitor: create('/agents/{agent}/conversations/{conversation}/replies', 'responder', 'none'),
  suggestReply: start('/agents/{agent}/conversations/{conversation}/suggestion', 'responder', 'none'),
  dismissSuggestion: remove('/agents/{agent}/conversations/{conversation}/suggestion', 'responder', 'none'),
  sendEmail: start('/agents/{agent}/conversations/{conversation}/emails', 'responder', 'none'),
  takeBackEmail: takeBack('/agents/{agent}/conversations/{conversation}/emails/{email}', 'responder', 'none'),
  getEmail: get('/agents/{agent}/conversations/{conversation}/messages/{message}/email', 'responder'),
  downloadEmail: get('/agents/{agent}/conversations/{conversation}/messages/{message}/email/original', 'responder', {
    file: 'message/rfc822',
  }),
  showEmail: get('/agents/{agent}/conversations/{conversation}/messages/{message}/email/view', 'responder', {
    file: 'text/html',
  }),
  // Sent twice, it makes two files, of which the one that no message takes is removed after a day.
  uploadAttachment: create('/organizations/{organization}/attachments', 'responder', 'none', { repeatable: true }),
  downloadAttachment: get('/agents/{agent}/conversations/{conversation}/attachments/{attachment}', 'responder', {
    file: 'application/octet-stream',
  }),
  retryEmail: start('/agents/{agent}/conversations/{conversation}/messages/{message}/email/retry', 'responder', 'none'),
  beginByEmail: start('/agents/{agent}/emails', 'responder', 'none'),
  listParticipants: get('/agents/{agent}/conversations/{conversation}/participants', 'responder'),
  addParticipant: post('/agents/{agent}/conversations/{conversation}/participants', 'responder', 'none'),
  createNote: create('/agents/{agent}/conversations/{conversation}/notes', 'responder', 'none'),
  updateNote: patch('/agents/{agent}/conversations/{conversation}/notes/{note}', 'responder', 'none'),
  deleteNote: remove('/agents/{agent}/conversations/{conversation}/notes/{note}', 'responder', 'none'),
  markConversationRead: tell('/agents/{agent}/conversations/{conversation}/read', 'responder', 'none'),
  markConversationUnread: remove('/agents/{agent}/conversations/{conversation}/read', 'responder', 'none'),

  giveBack: post('/agents/{agent}/conversations/{conversation}/give-back', 'responder', 'none'),
  assignConversation: patch('/agents/{agent}/conversations/{conversation}/assignment', 'responder', 'none'),
  labelConversation: patch('/agents/{agent}/conversations/{conversation}/labels', 'responder', 'none'),
  snoozeConversation: patch('/agents/{agent}/conversations/{conversation}/snooze', 'responder', 'none'),

  getInboxLine: get('/agents/{agent}/conversations/{conversation}/line', 'responder'),
} as const satisfies Record<string, Route>
