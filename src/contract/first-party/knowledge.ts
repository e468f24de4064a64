import type { Route } from '../route.ts'
import { create, get, patch, post, remove, start } from './route-of.ts'

/**
 * What an agent knows: its sources and drafts, the questions that it had no answer to (gaps), what it is taught, the
 * websites that it is kept up to date with, and the checks of what it answers.
 */
export const knowledgeRoutes = {
  listDrafts: get('/agents/{agent}/drafts', 'responder'),
  createDraft: create('/agents/{agent}/drafts', 'admin', 'none'),
  updateDraft: patch('/agents/{agent}/drafts/{source}', 'admin', 'none'),
  deleteDraft: remove('/agents/{agent}/drafts/{source}', 'admin', 'none'),
  publishDraft: create('/agents/{agent}/drafts/{source}/publish', 'admin', 'none'),

  listFullSources: get('/agents/{agent}/sources', 'responder'),
  getFullSource: get('/agents/{agent}/sources/{source}', 'responder'),
  getSourceTotals: get('/agents/{agent}/source-totals', 'responder'),
  createSourceBulk: start('/agents/{agent}/sources/bulk', 'admin', 'source.deleted'),
  getSourceBulk: get('/agents/{agent}/sources/bulk/{bulk}', 'admin'),
  listSourceAddresses: get('/agents/{agent}/source-addresses', 'responder'),

  getSourceContent: get('/agents/{agent}/sources/{source}/content', 'responder'),
  updateSourceContent: patch('/agents/{agent}/sources/{source}/content', 'admin', 'none'),
  listSourceVersions: get('/agents/{agent}/sources/{source}/versions', 'responder'),
  getSourceVersion: get('/agents/{agent}/sources/{source}/versions/{version}', 'responder'),
  restoreSourceVersion: post('/agents/{agent}/sources/{source}/versions/{version}/restore', 'admin', 'none'),
  listGaps: get('/agents/{agent}/gaps', 'responder'),
  getGap: get('/agents/{agent}/gaps/{gap}', 'responder'),
  teach: start('/agents/{agent}/teach', 'responder', 'none'),
  getProof: get('/agents/{agent}/proofs/{proof}', 'responder'),
  undoProof: start('/agents/{agent}/proofs/{proof}/undo', 'responder', 'source.deleted'),
  createImpact: start('/agents/{agent}/impact', 'admin', 'none'),
  getImpact: get('/agents/{agent}/impact/{impact}', 'admin'),
  updateGap: patch('/agents/{agent}/gaps/{gap}', 'admin', 'none'),

  listSites: get('/organizations/{organization}/sites', 'responder'),
  createSite: create('/organizations/{organization}/sites', 'admin', 'none'),
  getSite: get('/organizations/{organization}/sites/{site}', 'responder'),
  updateSite: patch('/organizations/{organization}/sites/{site}', 'admin', 'none'),
  deleteSite: remove('/organizations/{organization}/sites/{site}', 'admin', 'none'),
  createPlan: start('/organizations/{organization}/sites/{site}/plans', 'admin', 'none'),
  getPlan: get('/organizations/{organization}/sites/{site}/plans/{plan}', 'responder'),
  listPlanPages: get('/organizations/{organization}/sites/{site}/plans/{plan}/pages', 'responder'),
  listLeftOut: get('/organizations/{organization}/sites/{site}/plans/{plan}/left-out', 'responder'),
  getPlanPage: get('/organizations/{organization}/sites/{site}/plans/{plan}/pages/{page}', 'responder'),
  applyPlan: start('/organizations/{organization}/sites/{site}/plans/{plan}/apply', 'admin', 'source.deleted'),

  listChecks: get('/agents/{agent}/checks', 'responder'),
  createCheck: create('/agents/{agent}/checks', 'admin', 'none'),
  importChecks: create('/agents/{agent}/checks/import', 'admin', 'none', { receives: 'text/csv' }),
  getCheck: get('/agents/{agent}/checks/{check}', 'responder'),
  updateCheck: patch('/agents/{agent}/checks/{check}', 'admin', 'none'),
  deleteCheck: remove('/agents/{agent}/checks/{check}', 'admin', 'none'),
  listCheckResults: get('/agents/{agent}/checks/{check}/results', 'responder'),
  createCheckRun: start('/agents/{agent}/check-runs', 'admin', 'none'),
  listCheckRuns: get('/agents/{agent}/check-runs', 'responder'),
  getCheckRun: get('/agents/{agent}/check-runs/{run}', 'responder'),
} as const satisfies Record<string, Route>
