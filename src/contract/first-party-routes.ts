import { accountRoutes } from './first-party/account.ts'
import { agentRoutes } from './first-party/agents.ts'
import { conversationRoutes } from './first-party/conversations.ts'
import { inboxRoutes } from './first-party/inbox.ts'
import { knowledgeRoutes } from './first-party/knowledge.ts'
import { mailboxRoutes } from './first-party/mailboxes.ts'
import { modelRoutes } from './first-party/models.ts'
import { organizationRoutes } from './first-party/organization.ts'
import { overviewRoutes } from './first-party/overview.ts'
import { visitorRoutes } from './first-party/visitors.ts'
import { webhookRoutes } from './first-party/webhooks.ts'

/** The dashboard's own API. Routes need a signed-in user's cookie, except those with `session: 'none'`. */
export const firstPartyRoutes = {
  ...accountRoutes,
  ...organizationRoutes,
  ...visitorRoutes,
  ...agentRoutes,
  ...knowledgeRoutes,
  ...conversationRoutes,
  ...inboxRoutes,
  ...overviewRoutes,
  ...webhookRoutes,
  ...mailboxRoutes,
  ...modelRoutes,
} as const
