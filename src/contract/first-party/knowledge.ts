import type { Route } from '../route.ts'

/** What an agent knows: its sources and drafts, and the crawls they come from. */
export const knowledgeRoutes = {
  listDrafts: { api: 'first-party', method: 'GET', path: '/agents/{agent}/drafts', status: 200, role: 'responder' },
  createDraft: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/drafts',
    status: 201,
    role: 'admin',
  },
  updateDraft: {
    api: 'first-party',
    method: 'PATCH',
    path: '/agents/{agent}/drafts/{source}',
    status: 200,
    role: 'admin',
  },
  deleteDraft: {
    api: 'first-party',
    method: 'DELETE',
    path: '/agents/{agent}/drafts/{source}',
    status: 204,
    role: 'admin',
  },
  publishDraft: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/drafts/{source}/publish',
    status: 201,
    role: 'admin',
  },

  listFullSources: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/sources',
    status: 200,
    role: 'responder',
  },
  getFullSource: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/sources/{source}',
    status: 200,
    role: 'responder',
  },
  listSourceAddresses: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/source-addresses',
    status: 200,
    role: 'responder',
  },

  getSourceContent: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/sources/{source}/content',
    status: 200,
    role: 'responder',
  },
  updateSourceContent: {
    api: 'first-party',
    method: 'PATCH',
    path: '/agents/{agent}/sources/{source}/content',
    status: 200,
    role: 'admin',
  },
  listSourceVersions: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/sources/{source}/versions',
    status: 200,
    role: 'responder',
  },
  getSourceVersion: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/sources/{source}/versions/{version}',
    status: 200,
    role: 'responder',
  },
  restoreSourceVersion: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/sources/{source}/versions/{version}/restore',
    status: 200,
    role: 'admin',
  },
  listGaps: { api: 'first-party', method: 'GET', path: '/agents/{agent}/gaps', status: 200, role: 'responder' },
  getGap: { api: 'first-party', method: 'GET', path: '/agents/{agent}/gaps/{gap}', status: 200, role: 'responder' },
  updateGap: { api: 'first-party', method: 'PATCH', path: '/agents/{agent}/gaps/{gap}', status: 200, role: 'admin' },

  listCrawls: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/crawls',
    status: 200,
    role: 'responder',
  },
  listCrawlSources: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/crawls/{taskId}/sources',
    status: 200,
    role: 'responder',
  },
  createCrawlSources: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/crawls/{taskId}/sources',
    status: 201,
    role: 'admin',
  },
  getFullCrawl: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/crawls/{taskId}',
    status: 200,
    role: 'responder',
  },
} as const satisfies Record<string, Route>
