import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAtLeast, type Role, roles } from '#contract/roles.ts'
import { basePaths, type Route } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import { databases } from '../testing/database.ts'
import { buildAgent, buildMember } from '../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'

const all = Object.entries(routes as Record<string, Route>)
const inOrganization = all.filter(([, { path }]) => /\{(organization|agent)\}/.test(path))
const EVERY_ROUTE_OFTEN = JSON.stringify({ read: 100_000, write: 100_000, training: 100_000, polling: 100_000 })

/** What each role may do, in words that do not come from the contract: one line for each kind of thing there is. */
const expected: Record<Role, readonly RouteName[]> = {
  responder: [
    ...(['askPlayground', 'listInbox', 'getInboxSummary', 'search', 'listConversations', 'getConversation'] as const),
    ...(['updateConversation', 'sendHumanMessage', 'createConversation', 'sendMessage', 'listMessages'] as const),
    ...(['submitActionResult', 'getAnswerTrace', 'listThread', 'listUnsentReplies'] as const),
    ...(['listAgents', 'getAgent', 'getAgentSettings', 'getWidgetSightings', 'listActions', 'listDrafts'] as const),
    ...([
      'listSources',
      'getSource',
      'getTrainingJob',
      'listFullSources',
      'getFullSource',
      'getSourceContent',
      'listSourceVersions',
      'getSourceVersion',
      'listSourceAddresses',
      'getSourceTotals',
    ] as const),
    ...(['getCrawl', 'listCrawls', 'getFullCrawl', 'listMembers', 'removeMember'] as const),
    ...(['getOwnMember', 'updateOwnMember', 'tellPresence'] as const),
    ...(['replyToVisitor', 'createNote', 'updateNote', 'deleteNote', 'markConversationRead'] as const),
    ...(['markConversationUnread', 'sendEmail', 'takeBackEmail', 'retryEmail', 'beginByEmail'] as const),
    ...(['suggestReply', 'dismissSuggestion'] as const),
    ...(['listSavedReplies', 'createSavedReply', 'updateSavedReply', 'deleteSavedReply'] as const),
    ...(['listNotifications', 'readNotifications', 'giveBack'] as const),
    ...([
      'listParticipants',
      'addParticipant',
      'getEmail',
      'downloadEmail',
      'showEmail',
      'downloadAttachment',
      'uploadAttachment',
    ] as const),
    ...(['getPushKey', 'createPushSubscription', 'deletePushSubscription'] as const),
    ...(['listGaps', 'getGap', 'teach', 'getProof', 'undoProof', 'listTeachable', 'sendTaught'] as const),
    ...(['listSites', 'getSite', 'getPlan', 'listPlanPages', 'listLeftOut', 'getPlanPage'] as const),
    ...(['listChecks', 'getCheck', 'listCheckResults', 'listCheckRuns', 'getCheckRun'] as const),
    ...(['getOverview', 'listOverviewConversations'] as const),
    ...(['getAgentOverview', 'listAgentOverviewConversations'] as const),
    ...(['listLabels', 'createLabel', 'assignConversation', 'labelConversation'] as const),
    ...(['snoozeConversation', 'changeConversations', 'getInboxLine', 'getAgentActivity'] as const),
    ...(['listFullAgents', 'listMailboxes', 'getMailbox'] as const),
    ...(['listOwnModels', 'listModelAccounts', 'getModelAccount'] as const),
  ],
  admin: [
    ...(['deleteConversation', 'importConversation', 'createIdentitySecret'] as const),
    ...(['createAgent', 'updateAgent', 'deleteAgent', 'updateAgentSettings'] as const),
    ...(['createAction', 'updateAction', 'deleteAction'] as const),
    ...(['createSource', 'deleteSource', 'retrainSource', 'startCrawl'] as const),
    ...(['updateSourceContent', 'restoreSourceVersion'] as const),
    ...(['createDraft', 'updateDraft', 'deleteDraft', 'publishDraft'] as const),
    ...([
      'listWebhookEndpoints',
      'createWebhookEndpoint',
      'deleteWebhookEndpoint',
      'listFullWebhookEndpoints',
    ] as const),
    ...([
      'listWebhookDeliveries',
      'getWebhookDelivery',
      'sendTestWebhook',
      'putLogo',
      'removeLogo',
      'replayWebhookDelivery',
    ] as const),
    ...(['createMailbox', 'updateMailbox', 'deleteMailbox', 'renewInboundUrl', 'testMailbox'] as const),
    ...(['listMailProviders', 'startMailGrant'] as const),
    ...(['verifyMailbox', 'getMailboxVerification', 'listUnfetchedMails'] as const),
    ...(['createModelAccount', 'updateModelAccount', 'deleteModelAccount', 'testModelAccount'] as const),
    ...(['createSite', 'updateSite', 'deleteSite', 'createPlan', 'applyPlan'] as const),
    ...(['updateLabel', 'deleteLabel', 'updateGap', 'createImpact', 'getImpact'] as const),
    ...(['createSourceBulk', 'getSourceBulk'] as const),
    ...(['createCheck', 'importChecks', 'updateCheck', 'deleteCheck', 'createCheckRun'] as const),
    ...(['updateMember', 'listInvitations', 'createInvitation', 'revokeInvitation'] as const),
    ...(['findVisitors', 'exportVisitors', 'eraseVisitors'] as const),
    ...(['listAuditLog', 'downloadAuditLog', 'getVisitorJob', 'downloadVisitorExport'] as const),
  ],
  owner: ['getOrganization', 'updateOrganization', 'listApiKeys', 'createApiKey', 'revokeApiKey'],
}

describe('the roles of the contract', () => {
  it('are named by every route that leads to an organization, and by no other', () => {
    const named = all.filter(([, { role }]) => role !== 'anybody').map(([name]) => name)
    expect(named).toEqual(inOrganization.map(([name]) => name))
  })

  it.each(roles)('are what they are meant to be: %s', (role) => {
    const own = all.filter(([, route]) => route.role === role).map(([name]) => name)
    expect(own.sort()).toEqual([...expected[role]].sort())
  })
})

describe.each(databases())('every route for every role on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let other: Owner
  let nobody: Owner
  let agent: string
  let foreignAgent: string
  const people = {} as Record<Role, Owner>
  const bearers = new Map<Owner, string>()

  beforeAll(async () => {
    test = await createTestApp({ database, worker: false, env: { RATE_LIMITS: EVERY_ROUTE_OFTEN } })
    owner = await test.signUp()
    other = await test.signUp()
    people.owner = await buildMember(test, owner, 'owner')
    people.admin = await buildMember(test, owner, 'admin')
    people.responder = await buildMember(test, owner, 'responder')
    nobody = await buildMember(test, owner, 'owner')
    agent = (await buildAgent(test, owner)).id
    foreignAgent = (await buildAgent(test, other)).id
    for (const person of [...Object.values(people), nobody]) {
      const { data } = await test.request('createSessionToken', { body: {} }, { cookie: person.cookie })
      bearers.set(person, data.token)
    }
    const gone = { organization: owner.organizationId, user: nobody.userId }
    await test.request('removeMember', { params: gone }, { cookie: owner.cookie })
  })
  afterAll(() => test.close())

  async function send(route: Route, person: Owner, ids: Record<string, string>) {
    const isPublic = route.api === 'public'
    const answer = await test.app.inject({
      method: route.method,
      url: basePaths[route.api] + route.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? randomUUID()),
      headers: isPublic ? { authorization: `Bearer ${bearers.get(person)}` } : { cookie: person.cookie },
      ...(route.method !== 'GET' && { payload: {} }),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return [answer.statusCode, isJson ? answer.json().error?.code : undefined]
  }

  describe.each(inOrganization)('%s', (_name, route) => {
    it.each(roles)('in one’s own organization as %s', async (role) => {
      const own = route === routes.deleteAgent ? (await buildAgent(test, owner)).id : agent
      const request = { organization: owner.organizationId, agent: own, taskId: 'task' }
      // A body is sent as if it were none, and nothing of these ids exists: whoever may, is told so.
      const [status, code] = await send(route, people[role], request)
      if (route.role !== 'anybody' && isAtLeast(role, route.role)) expect([401, 403]).not.toContain(status)
      else expect([status, code]).toEqual([403, 'forbidden'])
    })

    it.each(roles)('in another organization as %s', async (role) => {
      const ids = { organization: other.organizationId, agent: foreignAgent, taskId: 'task' }
      expect(await send(route, people[role], ids)).toEqual([403, 'forbidden'])
    })

    it('for somebody who belongs to none any more', async () => {
      const ids = { organization: owner.organizationId, agent, taskId: 'task' }
      const refused = route.api === 'public' ? [401, undefined] : [403, 'forbidden']
      expect(await send(route, nobody, ids)).toEqual(refused)
    })
  })
})
