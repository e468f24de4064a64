import type { Route } from '../route.ts'

/** What happened, in numbers, and the conversations behind each. */
export const overviewRoutes = {
  getOverview: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/overview',
    status: 200,
    role: 'responder',
  },
  listOverviewConversations: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/overview/conversations',
    status: 200,
    role: 'responder',
  },
  getAgentOverview: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/overview',
    status: 200,
    role: 'responder',
  },
  listAgentOverviewConversations: {
    api: 'first-party',
    method: 'GET',
    path: '/agents/{agent}/overview/conversations',
    status: 200,
    role: 'responder',
  },
} as const satisfies Record<string, Route>
