import type { Route } from '../route.ts'
import { create, get, patch, post, remove } from './route-of.ts'

/** Agents: their models, settings, actions and playground, and the websites that show their chats. */
export const agentRoutes = {
  listModels: get('/ai-models', 'anybody'),

  listFullAgents: get('/organizations/{organization}/agents', 'responder'),
  getAgentActivity: get('/agents/{agent}/activity', 'responder'),

  getAgentSettings: get('/agents/{agent}/settings', 'responder'),
  updateAgentSettings: patch('/agents/{agent}/settings', 'admin'),
  createIdentitySecret: create('/agents/{agent}/identity-secret', 'admin'),
  listActions: get('/agents/{agent}/actions', 'responder'),
  createAction: create('/agents/{agent}/actions', 'admin'),
  updateAction: patch('/agents/{agent}/actions/{action}', 'admin'),
  deleteAction: remove('/agents/{agent}/actions/{action}', 'admin'),

  getWidgetSightings: get('/agents/{agent}/widget-sightings', 'responder'),

  askPlayground: post('/agents/{agent}/playground', 'responder', { streams: true }),
} as const satisfies Record<string, Route>
