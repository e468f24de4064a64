import type { StreamEventName } from '#contract/events.ts'
import type { RouteName, routes } from '#contract/routes.ts'

/** A query of either API: what is read, not changed. */
type QueryName = { [Name in RouteName]: (typeof routes)[Name]['method'] extends 'GET' ? Name : never }[RouteName]
type MutationName = Exclude<RouteName, QueryName>

const inbox = ['listInbox', 'getInboxSummary', 'listConversations'] as const
const crawls = ['listCrawls', 'listCrawlSources'] as const
const sourceLists = ['listSources', 'listSourceUrls', 'getOrganization', ...crawls] as const // an organization shows what is used up

/** Which queries each kind of event makes stale. A new kind does not compile until it has its line here. */
const byEvent = {
  'member.updated': ['listMembers', 'listInvitations'],
  'agent.created': ['listAgents', 'getOrganization'],
  'agent.updated': ['getAgent', 'listAgents', 'getAgentSettings'],
  'agent.deleted': ['listAgents', 'getOrganization', ...inbox],
  'source.created': sourceLists,
  'source.updated': ['getSource', 'getTrainingJob', 'listSources', 'listSourceUrls', ...crawls],
  'source.deleted': sourceLists,
  'crawl.updated': ['getCrawl', 'getCrawlReport', 'listCrawls'],
  'conversation.created': inbox,
  'conversation.updated': ['getConversation', ...inbox],
  'conversation.handed_over': ['getConversation', ...inbox],
  'conversation.deleted': ['getConversation', 'listMessages', ...inbox],
  'message.created': ['listMessages', 'getConversation', ...inbox],
  'message.updated': ['listMessages', 'getAnswerTrace'],
  'reply.discarded': ['listUnsentReplies'],
  'webhook_endpoint.updated': ['listWebhookEndpoints', 'listWebhookUrls'],
  'webhook_delivery.updated': ['listWebhookDeliveries'],
} as const satisfies Record<StreamEventName, readonly QueryName[]>

/**
 * What each mutation makes stale: the events it causes, which this tab does not wait for, and queries that no event is
 * about. A new mutation does not compile until it has its line here.
 */
const byMutation = {
  createAgent: ['agent.created'],
  updateAgent: ['agent.updated'],
  updateAgentSettings: ['agent.updated'],
  deleteAgent: ['agent.deleted'],
  createIdentitySecret: ['getAgentSettings'],
  createAction: ['listActions'],
  updateAction: ['listActions'],
  deleteAction: ['listActions'],
  createSource: ['source.created'],
  retrainSource: ['source.updated'],
  deleteSource: ['source.deleted'],
  createDraft: ['listDrafts'],
  updateDraft: ['listDrafts'],
  deleteDraft: ['listDrafts'],
  publishDraft: ['source.created', 'listDrafts'],
  startCrawl: ['listCrawls'],
  createCrawlSources: ['source.created'],
  askPlayground: ['getOrganization'], // a provider's model costs a credit
  createConversation: ['conversation.created'],
  importConversation: ['conversation.created'],
  updateConversation: ['conversation.updated'],
  deleteConversation: ['conversation.deleted'],
  sendMessage: ['message.created'],
  sendHumanMessage: ['message.created'],
  submitActionResult: ['message.created'],
  createWebhookEndpoint: ['webhook_endpoint.updated'],
  deleteWebhookEndpoint: ['webhook_endpoint.updated'],
  sendTestWebhook: ['webhook_delivery.updated'],
  replayWebhookDelivery: ['webhook_delivery.updated'],
  setUp: ['getSetup', 'getStart'],
  signUp: [],
  signIn: [],
  signOut: [],
  createSessionToken: [],
  endSession: ['listSessions'],
  updateAccount: ['listSessions'],
  updateMember: ['member.updated'],
  removeMember: ['member.updated'],
  createInvitation: ['listInvitations'],
  revokeInvitation: ['listInvitations'],
  lookAtInvitation: [],
  acceptInvitation: [],
  updateOrganization: ['getOrganization', 'getSession'],
  createApiKey: ['listApiKeys'],
  revokeApiKey: ['listApiKeys'],
} as const satisfies Record<MutationName, readonly (StreamEventName | QueryName)[]>

/** The queries that an event of the stream makes stale; none for a kind that this page, which may be older, doesn't know. */
export const staleAfterEvent = (type: StreamEventName): readonly QueryName[] => byEvent[type] ?? []

/** The queries that a mutation's success makes stale. */
export function staleAfterMutation(name: RouteName): readonly QueryName[] {
  const causes: readonly (StreamEventName | QueryName)[] = byMutation[name as MutationName] ?? []
  return causes.flatMap((cause) => (cause in byEvent ? byEvent[cause as StreamEventName] : [cause as QueryName]))
}

/** All that the stream keeps fresh. */
export const toldByEvents: readonly QueryName[] = Object.values(byEvent).flat()
