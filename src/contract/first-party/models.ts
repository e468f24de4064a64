import type { Route } from '../route.ts'
import { create, get, patch, post, remove } from './route-of.ts'

export const modelRoutes = {
  listOwnModels: get('/organizations/{organization}/ai-models', 'responder'),

  listModelAccounts: get('/organizations/{organization}/model-accounts', 'responder'),
  createModelAccount: create('/organizations/{organization}/model-accounts', 'admin', 'model_account.created'),
  testModelAccount: post('/organizations/{organization}/model-accounts/test', 'admin', 'none', { repeatable: true }),
  getModelAccount: get('/organizations/{organization}/model-accounts/{account}', 'responder'),
  updateModelAccount: patch('/organizations/{organization}/model-accounts/{account}', 'admin', [
    'model_account.changed',
    'agent.settings_changed',
  ]),
  deleteModelAccount: remove('/organizations/{organization}/model-accounts/{account}', 'admin', [
    'model_account.deleted',
    'agent.settings_changed',
  ]),
} as const satisfies Record<string, Route>
