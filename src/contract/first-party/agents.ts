import type { Route } from '../route.ts'
import { create, get, patch, post, remove } from './route-of.ts'

export const agentRoutes = {
  listModels: get('/ai-models', 'anybody'),

  listFullAgents: get('/organizations/{organization}/agents', 'responder'),
  getAgentActivity: get('/agents/{agent}/activity', 'responder'),

  getAgentSettings: get('/agents/{agent}/settings', 'responder'),
  updateAgentSettings: patch('/agents/{agent}/settings', 'admin', 'agent.settings_changed'),
  createIdentitySecret: create('/agents/{agent}/identity-secret', 'admin', 'identity_secret.created'),
  putLogo: post('/agents/{agent}/logo', 'admin', 'agent.settings_changed', { repeatable: true }),
  removeLogo: remove('/agents/{agent}/logo', 'admin', 'agent.settings_changed'),
  listActions: get('/agents/{agent}/actions', 'responder'),
  createAction: create('/agents/{agent}/actions', 'admin', 'none'),
  updateAction: patch('/agents/{agent}/actions/{action}', 'admin', 'none'),
  deleteAction: remove('/agents/{agent}/actions/{action}', 'admin', 'none'),

  getWidgetSightings: get('/agents/{agent}/widget-sightings', 'responder'),

  askPlayground: post('/agents/{agent}/playground', 'responder', 'none', { streams: true }),
} as const satisfies Record<string, Route>
