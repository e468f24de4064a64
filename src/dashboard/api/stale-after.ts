import type { StreamEventName } from '#contract/events.ts'
import type { RouteName, routes } from '#contract/routes.ts'

type QueryName = { [Name in RouteName]: (typeof routes)[Name]['method'] extends 'GET' ? Name : never }[RouteName]
type MutationName = Exclude<RouteName, QueryName>

const agentLists = ['listAgents', 'listFullAgents'] as const
const inbox = [
  ...(['listInbox', 'getInboxLine', 'getInboxSummary', 'getAgentActivity', 'listConversations'] as const),
  'listFullAgents',
] as const
const sourceLists = ['listSources', 'listFullSources', 'getSourceTotals'] as const
// `getOrganization` answers with the used quotas
const moreOrFewerSources = [...sourceLists, 'listSourceAddresses', 'getOrganization', 'listFullAgents'] as const

const overviews = [
  ...(['getOverview', 'getAgentOverview'] as const),
  ...(['listOverviewConversations', 'listAgentOverviewConversations'] as const),
] as const

/** The queries that each kind of event makes stale. The type checker requires an entry for every kind. */
const byEvent = {
  'organization.updated': ['getOrganization', 'listSites', 'getSite'], // websites are crawled by its time zone
  'member.updated': ['listMembers', 'getOwnMember', 'listInvitations'],
  'label.updated': ['listLabels', 'listInbox', 'getInboxLine'],
  'agent.created': ['getOrganization', ...agentLists],
  'agent.updated': ['getAgent', 'getAgentSettings', ...agentLists],
  'agent.deleted': ['listAgents', 'getOrganization', ...inbox],
  'action.updated': ['listActions'],
  'check.updated': ['listChecks', 'getCheck', 'listCheckResults', 'getCheckRun'],
  'source.created': moreOrFewerSources,
  'source.updated': ['getFullSource', 'getSourceContent', 'listSourceVersions', ...sourceLists],
  'source.deleted': moreOrFewerSources,
  'crawl.updated': ['listCrawls', 'getCrawl', 'getFullCrawl'],
  'site.updated': ['listSites', 'getSite'],
  'plan.updated': ['listSites', 'getSite', 'getPlan', 'listPlanPages', 'listLeftOut', 'getPlanPage'],
  'gap.updated': ['listGaps', 'getGap', 'listFullAgents'],
  'proof.updated': ['getProof'],
  'impact.updated': ['getImpact'],
  'check_run.updated': ['getCheckRun', 'listCheckRuns'],
  'check_run.completed': ['getCheckRun', 'listCheckRuns', 'listCheckResults', 'getOrganization'],
  'conversation.created': inbox,
  'conversation.updated': ['listThread', 'search', ...inbox],
  'conversation.handed_over': ['listThread', ...inbox],
  'conversation.deleted': ['listMessages', 'listThread', 'search', ...inbox],
  'conversation.read': [],
  'notification.updated': ['listNotifications', 'listInbox', 'getInboxSummary'], // what one follows is in "For me"
  'thread.updated': ['listThread', 'listParticipants'],
  'message.created': ['listMessages', 'listThread', 'listParticipants', ...inbox],
  'message.updated': ['listMessages', 'listThread', 'getAnswerTrace'],
  'reply.discarded': ['listUnsentReplies'],
  'mailbox.updated': ['listMailboxes', 'getMailbox', 'getMailboxVerification', 'listUnfetchedMails', 'listThread'],
  'model_account.updated': ['listModelAccounts', 'getModelAccount', 'listOwnModels'],
  'webhook_endpoint.updated': ['listFullWebhookEndpoints'],
  'webhook_delivery.updated': ['listWebhookDeliveries', 'getWebhookDelivery'],
  presence: [],
  'visitor.typing': [],
  'visitor.read': ['listThread'],
  'reply.delta': [],
  'reply.retracted': [],
} as const satisfies Record<StreamEventName, readonly QueryName[]>

/** The events that each mutation causes, so that this tab need not wait for them, and queries that no event covers. */
const byMutation = {
  createAgent: ['agent.created'],
  updateAgent: ['agent.updated'],
  updateAgentSettings: ['agent.updated', 'getWidgetSightings'],
  putLogo: ['agent.updated'],
  removeLogo: ['agent.updated'],
  deleteAgent: ['agent.deleted'],
  createIdentitySecret: ['getAgentSettings'],
  createAction: ['action.updated'],
  updateAction: ['action.updated'],
  deleteAction: ['action.updated'],
  createSource: ['source.created'],
  retrainSource: ['source.updated'],
  createSourceBulk: ['getSourceBulk'],
  updateSourceContent: ['source.updated'],
  restoreSourceVersion: ['source.updated'],
  deleteSource: ['source.deleted'],
  createDraft: ['listDrafts'],
  updateDraft: ['listDrafts'],
  deleteDraft: ['listDrafts'],
  publishDraft: ['source.created', 'listDrafts'],
  startCrawl: ['listCrawls'],
  createSite: ['site.updated'],
  updateSite: ['site.updated'],
  deleteSite: ['site.updated'],
  createPlan: ['plan.updated'],
  applyPlan: ['plan.updated', 'getOrganization'],
  askPlayground: ['getOrganization'], // a reply by a provider's model costs a credit
  createCheck: ['check.updated'],
  importChecks: ['check.updated'],
  updateCheck: ['check.updated'],
  deleteCheck: ['check.updated'],
  teach: ['proof.updated', 'source.created'],
  createImpact: ['impact.updated'],
  sendTaught: ['message.created', 'conversation.updated', 'getProof'],
  undoProof: ['proof.updated', 'source.updated'],
  createCheckRun: ['check_run.updated', 'getOrganization'],
  createConversation: ['conversation.created'],
  importConversation: ['conversation.created'],
  updateConversation: ['conversation.updated'],
  giveBack: ['conversation.updated'],
  assignConversation: ['conversation.updated'],
  labelConversation: ['conversation.updated'],
  snoozeConversation: ['conversation.updated'],
  changeConversations: ['conversation.updated'],
  deleteConversation: ['conversation.deleted'],
  sendMessage: ['message.created'],
  sendHumanMessage: ['message.created'],
  submitActionResult: ['message.created'],
  replyToVisitor: ['message.created', 'conversation.updated'],
  sendEmail: ['thread.updated', 'conversation.updated'],
  takeBackEmail: ['thread.updated', 'conversation.updated'],
  suggestReply: ['thread.updated'],
  dismissSuggestion: ['thread.updated'],
  retryEmail: ['message.updated'],
  beginByEmail: ['conversation.created'],
  addParticipant: ['conversation.updated', 'thread.updated', 'message.created'],
  createNote: ['thread.updated'],
  updateNote: ['thread.updated'],
  deleteNote: ['thread.updated'],
  markConversationRead: [],
  markConversationUnread: [],
  readNotifications: ['listNotifications'],
  createPushSubscription: [],
  deletePushSubscription: [],
  tellPresence: [],
  createWebhookEndpoint: ['webhook_endpoint.updated'],
  deleteWebhookEndpoint: ['webhook_endpoint.updated'],
  sendTestWebhook: ['webhook_delivery.updated'],
  replayWebhookDelivery: ['webhook_delivery.updated'],
  createMailbox: ['mailbox.updated'],
  updateMailbox: ['mailbox.updated'],
  deleteMailbox: ['mailbox.updated'],
  renewInboundUrl: [],
  startMailGrant: [],
  testMailbox: ['mailbox.updated'],
  verifyMailbox: ['mailbox.updated'],
  createModelAccount: ['model_account.updated'],
  updateModelAccount: ['model_account.updated', 'agent.updated'],
  deleteModelAccount: ['model_account.updated', 'agent.updated'],
  testModelAccount: ['model_account.updated'],
  setUp: ['getSetup', 'getStart'],
  signUp: [],
  signIn: [],
  signOut: [],
  createSessionToken: [],
  endSession: ['listSessions'],
  updateOwnMember: ['getOwnMember', 'listMembers'],
  updateMember: ['member.updated'],
  removeMember: ['member.updated'],
  createSavedReply: ['listSavedReplies'],
  updateSavedReply: ['listSavedReplies'],
  deleteSavedReply: ['listSavedReplies'],
  updateGap: ['gap.updated'],
  uploadAttachment: [],
  createLabel: ['label.updated'],
  updateLabel: ['label.updated'],
  deleteLabel: ['label.updated'],
  createInvitation: ['listInvitations'],
  revokeInvitation: ['listInvitations'],
  lookAtInvitation: [],
  acceptInvitation: [],
  updateAccount: ['listSessions', 'getSession'],
  confirmEmail: [],
  startTwoFactor: [],
  confirmTwoFactor: ['getTwoFactor'],
  endTwoFactor: ['getTwoFactor'],
  requestPasswordReset: [],
  usePasswordReset: [],
  updateOrganization: ['organization.updated', 'getSession', ...overviews], // overviews use its time zone
  findVisitors: [],
  exportVisitors: [],
  eraseVisitors: [],
  createApiKey: ['listApiKeys'],
  revokeApiKey: ['listApiKeys'],
} as const satisfies Record<MutationName, readonly (StreamEventName | QueryName)[]>

/** Returns the queries that an event makes stale; none for a kind that is newer than this page. */
export const staleAfterEvent = (type: StreamEventName): readonly QueryName[] => byEvent[type] ?? []

export function staleAfterMutation(name: RouteName): readonly QueryName[] {
  const causes: readonly (StreamEventName | QueryName)[] = byMutation[name as MutationName] ?? []
  return causes.flatMap((cause) => (cause in byEvent ? byEvent[cause as StreamEventName] : [cause as QueryName]))
}

/** All queries that the event stream keeps fresh. */
export const toldByEvents: readonly QueryName[] = Object.values(byEvent).flat()
