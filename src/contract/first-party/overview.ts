import type { Route } from '../route.ts'
import { get } from './route-of.ts'

export const overviewRoutes = {
  getOverview: get('/organizations/{organization}/overview', 'responder'),
  listOverviewConversations: get('/organizations/{organization}/overview/conversations', 'responder'),
  getAgentOverview: get('/agents/{agent}/overview', 'responder'),
  listAgentOverviewConversations: get('/agents/{agent}/overview/conversations', 'responder'),
} as const satisfies Record<string, Route>
