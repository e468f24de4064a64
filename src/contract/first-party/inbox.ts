import type { Route } from '../route.ts'
import { create, get, patch, post, remove } from './route-of.ts'

/** The inbox: its lists, search, labels, saved replies, and who is there. */
export const inboxRoutes = {
  listInbox: get('/organizations/{organization}/inbox', 'responder'),
  getInboxSummary: get('/organizations/{organization}/inbox/summary', 'responder'),

  tellPresence: post('/organizations/{organization}/presence', 'responder', { repeatable: true }),

  changeConversations: post('/organizations/{organization}/conversations/change', 'responder'),

  search: get('/organizations/{organization}/search', 'responder'),

  listLabels: get('/organizations/{organization}/labels', 'responder'),
  createLabel: create('/organizations/{organization}/labels', 'responder'),
  updateLabel: patch('/organizations/{organization}/labels/{label}', 'admin'),
  deleteLabel: remove('/organizations/{organization}/labels/{label}', 'admin'),

  listSavedReplies: get('/organizations/{organization}/saved-replies', 'responder'),
  createSavedReply: create('/organizations/{organization}/saved-replies', 'responder'),
  // Every member may change their own. Only an admin or owner may change those that others share.
  updateSavedReply: patch('/organizations/{organization}/saved-replies/{reply}', 'responder'),
  deleteSavedReply: remove('/organizations/{organization}/saved-replies/{reply}', 'responder'),
} as const satisfies Record<string, Route>
