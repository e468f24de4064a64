import type { Route } from '../route.ts'

/** The inbox: its lists, search, labels, saved replies, and who is there. */
export const inboxRoutes = {
  listInbox: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/inbox',
    status: 200,
    role: 'responder',
  },
  getInboxSummary: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/inbox/summary',
    status: 200,
    role: 'responder',
  },

  tellPresence: {
    api: 'first-party',
    method: 'POST',
    path: '/organizations/{organization}/presence',
    status: 200,
    role: 'responder',
    repeatable: true,
  },

  changeConversations: {
    api: 'first-party',
    method: 'POST',
    path: '/organizations/{organization}/conversations/change',
    status: 200,
    role: 'responder',
  },

  search: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/search',
    status: 200,
    role: 'responder',
  },

  listLabels: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/labels',
    status: 200,
    role: 'responder',
  },
  createLabel: {
    api: 'first-party',
    method: 'POST',
    path: '/organizations/{organization}/labels',
    status: 201,
    role: 'responder',
  },
  updateLabel: {
    api: 'first-party',
    method: 'PATCH',
    path: '/organizations/{organization}/labels/{label}',
    status: 200,
    role: 'admin',
  },
  deleteLabel: {
    api: 'first-party',
    method: 'DELETE',
    path: '/organizations/{organization}/labels/{label}',
    status: 204,
    role: 'admin',
  },

  listSavedReplies: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/saved-replies',
    status: 200,
    role: 'responder',
  },
  createSavedReply: {
    api: 'first-party',
    method: 'POST',
    path: '/organizations/{organization}/saved-replies',
    status: 201,
    role: 'responder',
  },
  // One's own; who may change those that others share depends on one's role.
  updateSavedReply: {
    api: 'first-party',
    method: 'PATCH',
    path: '/organizations/{organization}/saved-replies/{reply}',
    status: 200,
    role: 'responder',
  },
  deleteSavedReply: {
    api: 'first-party',
    method: 'DELETE',
    path: '/organizations/{organization}/saved-replies/{reply}',
    status: 204,
    role: 'responder',
  },
} as const satisfies Record<string, Route>
