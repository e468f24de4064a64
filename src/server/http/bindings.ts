import type { RouteName } from '#contract/routes.ts'
import { actionRoutes } from '../features/actions/routes.ts'
import { agentRoutes } from '../features/agents/routes.ts'
import { aiModelRoutes } from '../features/ai-models/routes.ts'
import { conversationRoutes } from '../features/conversations/routes.ts'
import { crawlRoutes } from '../features/crawls/routes.ts'
import { inboxRoutes } from '../features/inbox/routes.ts'
import { keyRoutes } from '../features/keys/routes.ts'
import { organizationRoutes } from '../features/organizations/routes.ts'
import { playgroundRoutes } from '../features/playground/routes.ts'
import { sessionRoutes } from '../features/sessions/routes.ts'
import { sourceRoutes } from '../features/sources/routes.ts'
import { webhookRoutes } from '../features/webhooks/routes.ts'
import type { Bindings } from './binding.ts'

/** Every endpoint of the contract with the verb that keeps it. A missing one does not compile. */
export const bindings: Bindings<RouteName> = {
  ...aiModelRoutes,
  ...agentRoutes,
  ...sourceRoutes,
  ...crawlRoutes,
  ...conversationRoutes,
  ...inboxRoutes,
  ...playgroundRoutes,
  ...actionRoutes,
  ...webhookRoutes,
  ...organizationRoutes,
  ...keyRoutes,
  ...sessionRoutes,
}
