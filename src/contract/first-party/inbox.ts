import type { Route } from '../route.ts'
import { create, get, patch, post, remove, tell } from './route-of.ts'

export const inboxRoutes = {
  listInbox: get('/organizations/{organization}/inbox', 'responder'),
  getInboxSummary: get('/organizations/{organization}/inbox/summary', 'responder'),

  listNotifications: get('/organizations/{organization}/notifications', 'responder'),
  readNotifications: tell('/organizations/{organization}/notifications/read', 'responder', 'none'),
  getPushKey: get('/organizations/{organization}/notifications/push-key', 'responder'),
  createPushSubscription: create('/organizations/{organization}/notifications/push-subscriptions', 'responder', 'none'),
  deletePushSubscription: remove(
    '/organizations/{organization}/notifications/push-subscriptions/{subscription}',
    'responder',
    'none',
  ),

  tellPresence: post('/organizations/{organization}/presence', 'responder', 'none', { repeatable: true }),

  changeConversations: post('/organizations/{organization}/conversations/change', 'responder', 'none'),

  search: get('/organizations/{organization}/search', 'responder'),

  listLabels: get('/organizations/{organization}/labels', 'responder'),
  createLabel: create('/organizations/{organization}/labels', 'responder', 'none'),
  updateLabel: patch('/organizations/{organization}/labels/{label}', 'admin', 'none'),
  deleteLabel: remove('/organizations/{organization}/labels/{label}', 'admin', 'none'),

  listSavedReplies: get('/organizations/{organization}/saved-replies', 'responder'),
  createSavedReply: create('/organizations/{organization}/saved-replies', 'responder', 'none'),
  // Every member may change their own. Only an admin or owner may change those that others share.
  updateSavedReply: patch('/organizations/{organization}/saved-replies/{reply}', 'responder', 'none'),
  deleteSavedReply: remove('/organizations/{organization}/saved-replies/{reply}', 'responder', 'none'),
} as const satisfies Record<string, Route>
