import type { Route } from '../route.ts'

/** An agent: its models, settings, actions, playground and website. */
export const agentRoutes = {
  listModels: { api: 'first-party', method: 'GET', path: '/ai-models', status: 200, role: 'anybody' },

  getAgentActivity: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/activity',
    status: 200,
    role: 'responder',
  },

  getAgentSettings: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/settings',
    status: 200,
    role: 'responder',
  },
  updateAgentSettings: {
    api: 'first-party',
    method: 'PATCH',
    path: '/agents/{agent}/settings',
    status: 200,
    role: 'admin',
  },
  createIdentitySecret: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/identity-secret',
    status: 201,
    role: 'admin',
  },
  listActions: { api: 'first-party', method: 'GET', path: '/agents/{agent}/actions', status: 200, role: 'responder' },
  createAction: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/actions',
    status: 201,
    role: 'admin',
  },
  updateAction: {
    api: 'first-party',
    method: 'PATCH',
    path: '/agents/{agent}/actions/{action}',
    status: 200,
    role: 'admin',
  },
  deleteAction: {
    api: 'first-party',
    method: 'DELETE',
    path: '/agents/{agent}/actions/{action}',
    status: 204,
    role: 'admin',
  },

  getWidgetSightings: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/widget-sightings',
    status: 200,
    role: 'responder',
  },

  askPlayground: {
    api: 'first-party',
    method: 'POST',
    path: '/agents/{agent}/playground',
    status: 200,
    role: 'responder',
    streams: true,
  },
} as const satisfies Record<string, Route>
