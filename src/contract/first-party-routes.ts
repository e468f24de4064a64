import type { Route } from './route.ts'

/** The dashboard's own operations: for the signed-in owner's browser only. */
export const firstPartyRoutes = {
  getSetup: { api: 'first-party', method: 'GET', path: '/setup', status: 200, session: 'none' },
  setUp: {
    api: 'first-party',
    method: 'POST',
    path: '/setup',
    status: 201,
    session: 'none',
    invalidates: ['getSetup'],
  },
  signUp: { api: 'first-party', method: 'POST', path: '/sign-up', status: 201, session: 'none' },
  signIn: { api: 'first-party', method: 'POST', path: '/session', status: 200, session: 'none' },
  getSession: { api: 'first-party', method: 'GET', path: '/session', status: 200 },
  signOut: { api: 'first-party', method: 'DELETE', path: '/session', status: 204 },
  createSessionToken: { api: 'first-party', method: 'POST', path: '/session/token', status: 201 },
  listSessions: { api: 'first-party', method: 'GET', path: '/sessions', status: 200 },
  endSession: {
    api: 'first-party',
    method: 'DELETE',
    path: '/sessions/{session}',
    status: 204,
    invalidates: ['listSessions'],
  },

  getOrganization: { api: 'first-party', method: 'GET', path: '/organizations/{organization}', status: 200 },
  updateOrganization: {
    api: 'first-party',
    method: 'PATCH',
    path: '/organizations/{organization}',
    status: 200,
    invalidates: ['getOrganization', 'getSession'],
  },
  listApiKeys: { api: 'first-party', method: 'GET', path: '/organizations/{organization}/api-keys', status: 200 },
  createApiKey: {
    api: 'first-party',
    method: 'POST',
    path: '/organizations/{organization}/api-keys',
    status: 201,
    invalidates: ['listApiKeys'],
  },
  revokeApiKey: {
    api: 'first-party',
    method: 'DELETE',
    path: '/organizations/{organization}/api-keys/{key}',
    status: 204,
    invalidates: ['listApiKeys'],
  },

  listModels: { api: 'first-party', method: 'GET', path: '/ai-models', status: 200 },

  listDrafts: { api: 'first-party', method: 'GET', path: '/agents/{agent}/drafts', status: 200 },
  createDraft: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/drafts',
    status: 201,
    invalidates: ['listDrafts'],
  },
  updateDraft: {
    api: 'first-party',
    method: 'PATCH',
    path: '/agents/{agent}/drafts/{source}',
    status: 200,
    invalidates: ['listDrafts'],
  },
  deleteDraft: {
    api: 'first-party',
    method: 'DELETE',
    path: '/agents/{agent}/drafts/{source}',
    status: 204,
    invalidates: ['listDrafts'],
  },
  publishDraft: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/drafts/{source}/publish',
    status: 201,
    invalidates: ['listDrafts', 'listSources', 'getOrganization'],
  },

  listSourceUrls: { api: 'first-party', method: 'GET', path: '/agents/{agent}/source-urls', status: 200 },

  importConversation: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/conversations',
    status: 201,
    invalidates: ['listConversations', 'listInbox', 'getInboxSummary'],
  },
  getReceipt: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/conversations/{conversation}/messages/{message}/receipt',
    status: 200,
  },
  listUnsentReplies: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/conversations/{conversation}/unsent-replies',
    status: 200,
  },
  listInbox: { api: 'first-party', method: 'GET', path: '/organizations/{organization}/inbox', status: 200 },
  getInboxSummary: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/inbox/summary',
    status: 200,
  },

  getAgentSettings: { api: 'first-party', method: 'GET', path: '/agents/{agent}/settings', status: 200 },
  updateAgentSettings: {
    api: 'first-party',
    method: 'PATCH',
    path: '/agents/{agent}/settings',
    status: 200,
    invalidates: ['getAgentSettings', 'getAgent', 'listAgents'],
  },
  createIdentitySecret: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/identity-secret',
    status: 201,
    invalidates: ['getAgentSettings'],
  },
  listActions: { api: 'first-party', method: 'GET', path: '/agents/{agent}/actions', status: 200 },
  createAction: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/actions',
    status: 201,
    invalidates: ['listActions'],
  },
  updateAction: {
    api: 'first-party',
    method: 'PATCH',
    path: '/agents/{agent}/actions/{action}',
    status: 200,
    invalidates: ['listActions'],
  },
  deleteAction: {
    api: 'first-party',
    method: 'DELETE',
    path: '/agents/{agent}/actions/{action}',
    status: 204,
    invalidates: ['listActions'],
  },

  getCrawlReport: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/crawls/{taskId}/report',
    status: 200,
  },

  listWebhookUrls: { api: 'first-party', method: 'GET', path: '/agents/{agent}/webhook-urls', status: 200 },
  listWebhookDeliveries: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/webhook-deliveries',
    status: 200,
  },
  sendTestWebhook: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/webhook-endpoints/{endpoint}/test',
    status: 201,
    invalidates: ['listWebhookDeliveries'],
  },
  replayWebhookDelivery: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/webhook-deliveries/{delivery}/replay',
    status: 201,
    invalidates: ['listWebhookDeliveries'],
  },
} as const satisfies Record<string, Route>
