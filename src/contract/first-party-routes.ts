import type { Route } from './route.ts'

/** The routes of the dashboard's own API, which only the browser of a signed-in member may call. */
export const firstPartyRoutes = {
  getSetup: { api: 'first-party', method: 'GET', path: '/setup', status: 200, session: 'none' },
  getStart: { api: 'first-party', method: 'GET', path: '/start', status: 200, session: 'none' },
  setUp: {
    api: 'first-party',
    method: 'POST',
    path: '/setup',
    status: 201,
    session: 'none',
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
  },
  updateAccount: {
    api: 'first-party',
    method: 'PATCH',
    path: '/account',
    status: 200,
  },

  getOrganization: { api: 'first-party', method: 'GET', path: '/organizations/{organization}', status: 200 },
  updateOrganization: {
    api: 'first-party',
    method: 'PATCH',
    path: '/organizations/{organization}',
    status: 200,
  },
  listApiKeys: { api: 'first-party', method: 'GET', path: '/organizations/{organization}/api-keys', status: 200 },
  createApiKey: {
    api: 'first-party',
    method: 'POST',
    path: '/organizations/{organization}/api-keys',
    status: 201,
  },
  revokeApiKey: {
    api: 'first-party',
    method: 'DELETE',
    path: '/organizations/{organization}/api-keys/{key}',
    status: 204,
  },

  listModels: { api: 'first-party', method: 'GET', path: '/ai-models', status: 200 },

  listDrafts: { api: 'first-party', method: 'GET', path: '/agents/{agent}/drafts', status: 200 },
  createDraft: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/drafts',
    status: 201,
  },
  updateDraft: {
    api: 'first-party',
    method: 'PATCH',
    path: '/agents/{agent}/drafts/{source}',
    status: 200,
  },
  deleteDraft: {
    api: 'first-party',
    method: 'DELETE',
    path: '/agents/{agent}/drafts/{source}',
    status: 204,
  },
  publishDraft: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/drafts/{source}/publish',
    status: 201,
  },

  listFullSources: { api: 'first-party', method: 'GET', path: '/agents/{agent}/sources', status: 200 },
  getFullSource: { api: 'first-party', method: 'GET', path: '/agents/{agent}/sources/{source}', status: 200 },
  listSourceAddresses: { api: 'first-party', method: 'GET', path: '/agents/{agent}/source-addresses', status: 200 },

  importConversation: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/conversations',
    status: 201,
  },
  getAnswerTrace: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/conversations/{conversation}/messages/{message}/trace',
    status: 200,
  },
  listAuthors: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/conversations/{conversation}/authors',
    status: 200,
  },
  listUnsentReplies: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/conversations/{conversation}/unsent-replies',
    status: 200,
  },
  askPlayground: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/playground',
    status: 200,
    streams: true,
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
  },
  createIdentitySecret: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/identity-secret',
    status: 201,
  },
  listActions: { api: 'first-party', method: 'GET', path: '/agents/{agent}/actions', status: 200 },
  createAction: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/actions',
    status: 201,
  },
  updateAction: {
    api: 'first-party',
    method: 'PATCH',
    path: '/agents/{agent}/actions/{action}',
    status: 200,
  },
  deleteAction: {
    api: 'first-party',
    method: 'DELETE',
    path: '/agents/{agent}/actions/{action}',
    status: 204,
  },

  listCrawls: { api: 'first-party', method: 'GET', path: '/organizations/{organization}/crawls', status: 200 },
  listCrawlSources: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/crawls/{taskId}/sources',
    status: 200,
  },
  createCrawlSources: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/crawls/{taskId}/sources',
    status: 201,
  },
  getFullCrawl: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/crawls/{taskId}',
    status: 200,
  },

  listFullWebhookEndpoints: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/webhook-endpoints',
    status: 200,
  },
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
  },
  replayWebhookDelivery: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/webhook-deliveries/{delivery}/replay',
    status: 201,
  },
} as const satisfies Record<string, Route>
