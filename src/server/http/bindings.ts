import type { Dependencies } from '../context.ts'
import { accountRoutes } from '../features/account/routes.ts'
import { findAction } from '../features/actions/index.ts'
import { actionRoutes } from '../features/actions/routes.ts'
import { findAgent } from '../features/agents/index.ts'
import { agentRoutes } from '../features/agents/routes.ts'
import { aiModelRoutes } from '../features/ai-models/routes.ts'
import { findAttachment } from '../features/attachments/index.ts'
import { attachmentRoutes } from '../features/attachments/routes.ts'
import { auditRoutes } from '../features/audit/routes.ts'
import { findCheck, findCheckRun } from '../features/checks/index.ts'
import { checkRoutes } from '../features/checks/routes.ts'
import { findConversation, findMessage, findNote } from '../features/conversations/index.ts'
import { conversationRoutes } from '../features/conversations/routes.ts'
import { crawlRoutes } from '../features/crawls/routes.ts'
import { findGap } from '../features/gaps/index.ts'
import { gapRoutes } from '../features/gaps/routes.ts'
import { findImpact } from '../features/impact/index.ts'
import { impactRoutes } from '../features/impact/routes.ts'
import { inboxRoutes } from '../features/inbox/routes.ts'
import { authenticateKey, findKey, isApiKey, isSessionToken } from '../features/keys/index.ts'
import { keyRoutes } from '../features/keys/routes.ts'
import { findLabel } from '../features/labels/index.ts'
import { labelRoutes } from '../features/labels/routes.ts'
import { mailGrantRoutes } from '../features/mail-grants/routes.ts'
import { findMailbox } from '../features/mailboxes/index.ts'
import { mailboxRoutes } from '../features/mailboxes/routes.ts'
import { mailRoutes } from '../features/mails/routes.ts'
import { findInvitation, findMember } from '../features/members/index.ts'
import { memberRoutes } from '../features/members/routes.ts'
import { modelAccountRoutes } from '../features/model-accounts/routes.ts'
import { findSubscription } from '../features/notifications/find-subscription.ts'
import { notificationRoutes } from '../features/notifications/routes.ts'
import { findOrganization } from '../features/organizations/index.ts'
import { organizationRoutes } from '../features/organizations/routes.ts'
import { overviewRoutes } from '../features/overview/routes.ts'
import { findModelAccount } from '../features/own-models/index.ts'
import { playgroundRoutes } from '../features/playground/routes.ts'
import { presenceRoutes } from '../features/presence/routes.ts'
import { findVisitorJob } from '../features/privacy/index.ts'
import { privacyRoutes } from '../features/privacy/routes.ts'
import { findSavedReply } from '../features/saved-replies/index.ts'
import { savedReplyRoutes } from '../features/saved-replies/routes.ts'
import { searchRoutes } from '../features/search/routes.ts'
import { authenticateSessionToken, findSession } from '../features/sessions/index.ts'
import { sessionRoutes } from '../features/sessions/routes.ts'
import { findPlan, findPlanPage, findSite } from '../features/sites/index.ts'
import { siteRoutes } from '../features/sites/routes.ts'
import { findSource, findSourceBulk } from '../features/sources/index.ts'
import { sourceRoutes } from '../features/sources/routes.ts'
import { systemRoutes } from '../features/system/routes.ts'
import { findProof } from '../features/teaching/index.ts'
import { teachRoutes } from '../features/teaching/routes.ts'
import { findDelivery, findWebhookEndpoint } from '../features/webhooks/index.ts'
import { webhookRoutes } from '../features/webhooks/routes.ts'
import { widgetRoutes } from '../features/widget/routes.ts'
import type { Bindings, Locators } from './binding.ts'
import type { Authenticated } from './request.ts'

// This module is the only one of the folder that imports the features; the others reach them through it.
export { selectLogo } from '../features/agents/index.ts'
export { followReply, type ReplyEvent, type ReplyFollower, streamReply } from '../features/conversations/index.ts'
export { finishMailGrant } from '../features/mail-grants/index.ts'
export { findInboundMailbox } from '../features/mailboxes/index.ts'
export { type Envelope, receiveMail } from '../features/mails/index.ts'
export { authenticateSession } from '../features/sessions/index.ts'
export { searchKnowledge } from '../features/sources/index.ts'
export {
  authenticateVisitor,
  countVisitorRequest,
  followVisit,
  readShownWidget,
  type ShownWidget,
} from '../features/widget/index.ts'

/** Every endpoint of the contract with the use case that serves it. A missing one is a type error. */
export const bindings: Bindings = {
  ...aiModelRoutes,
  ...agentRoutes,
  ...sourceRoutes,
  ...crawlRoutes,
  ...siteRoutes,
  ...gapRoutes,
  ...systemRoutes,
  ...teachRoutes,
  ...impactRoutes,
  ...conversationRoutes,
  ...inboxRoutes,
  ...notificationRoutes,
  ...overviewRoutes,
  ...searchRoutes,
  ...labelRoutes,
  ...savedReplyRoutes,
  ...presenceRoutes,
  ...playgroundRoutes,
  ...checkRoutes,
  ...actionRoutes,
  ...webhookRoutes,
  ...mailGrantRoutes,
  ...mailboxRoutes,
  ...modelAccountRoutes,
  ...mailRoutes,
  ...attachmentRoutes,
  ...organizationRoutes,
  ...keyRoutes,
  ...memberRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...auditRoutes,
  ...widgetRoutes,
  ...privacyRoutes,
}

/** How to find the row for each path parameter that names one, within the row of its parent. */
export const locators: Locators = {
  organization: findOrganization,
  agent: findAgent,
  source: findSource,
  bulk: findSourceBulk,
  conversation: (ctx, id, { agent }) => findConversation(ctx, agent, id),
  note: findNote,
  message: findMessage,
  endpoint: findWebhookEndpoint,
  delivery: findDelivery,
  mailbox: findMailbox,
  attachment: findAttachment,
  account: findModelAccount,
  key: findKey,
  action: findAction,
  check: findCheck,
  run: findCheckRun,
  session: findSession,
  user: findMember,
  invitation: findInvitation,
  subscription: findSubscription,
  reply: findSavedReply,
  job: findVisitorJob,
  label: findLabel,
  gap: findGap,
  proof: findProof,
  site: findSite,
  plan: findPlan,
  page: findPlanPage,
  impact: findImpact,
}

interface Bearer {
  /** Whether a token is of this kind, judged by its form alone. */
  isOurs(token: string): boolean
  /** Finds out whose token it is; undefined if it is unknown or revoked. An expired one has `isExpired` set. */
  authenticate(deps: Dependencies, token: string): Promise<Authenticated | undefined>
}

/** The kinds of token that the public API accepts in an `Authorization` header. */
export const bearers: readonly Bearer[] = [
  { isOurs: isApiKey, authenticate: authenticateKey },
  { isOurs: isSessionToken, authenticate: authenticateSessionToken },
]
