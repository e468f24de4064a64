import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal, type Sent } from './support/account.ts'
import { messages, trained } from './support/until.ts'

const model = '1a525e1b-17ce-4b03-aa9d-fafb1a6b13fc'
const result = [{ email: 'ana@example.com' }]

/** Requests that the API refuses while the agent is disabled. */
const refused = [
  ['createConversation', {}],
  ['updateConversation', { status: 'closed' }],
  ['updateConversation', { response_mode: 'human' }],
  ['sendMessage', { content: 'Hello' }],
  ['sendHumanMessage', { content: 'Hello' }],
  ['submitActionResult', { action: 'leave_email', result }],
  ['createSource', { type: 'text', content: 'Hello' }],
  ['createSource', { type: 'qa', questions: [{ question: 'Who?', answer: 'We.' }] }],
  ['createSource', { type: 'url', urls: ['https://example.com/'] }],
  ['createSource', { type: 'file', file: new File(['Hello'], 'hello.txt') }],
  ['deleteSource', undefined],
  ['retrainSource', undefined],
  ['updateAgent', { model_id: model }],
  ['updateAgent', { id: model }],
  ['updateAgent', { human_intervention: true }],
  ['updateAgent', { only_human: false }],
] as const

const allowed = [
  ['getAgent', undefined],
  ['updateAgent', { name: 'Renamed', description: 'Still here' }],
  ['updateAgent', {}],
  ['listAgents', undefined],
  ['listSources', undefined],
  ['getSource', undefined],
  ['getTrainingJob', undefined],
  ['listConversations', undefined],
  ['getConversation', undefined],
  ['listMessages', undefined],
  ['listWebhookEndpoints', undefined],
  ['createWebhookEndpoint', { url: 'https://hooks.example.com/' }],
  ['deleteConversation', undefined],
  ['deleteAgent', undefined],
] as const

describe.each(inject('products'))('a disabled agent on $database', (product) => {
  let account: Account
  let params: Record<string, string>
  beforeAll(async () => {
    account = await newAccount(product)
    const agent = (await account.newAgent()).id
    const source = await account.newTextSource(agent)
    await trained(account, agent, source.id)
    const field = { name: 'email', label: 'E-mail', type: 'email', required: true }
    const action = { slug: 'leave_email', name: 'Leave an e-mail', description: 'Takes an address', fields: [field] }
    await account.get('createAction', { params: { agent }, body: action })
    const conversation = (await account.newConversation(agent)).id
    params = { organization: account.organization, agent, conversation, source: source.id, taskId: source.task_id }
    await account.get('sendMessage', { params, body: { content: 'Please let me leave an e-mail.' } })
    const asked = (await messages(account, agent, conversation, 3))[2]!
    expect(asked.action_required).toBe(true)
    params.message = asked.id
    await account.disable(agent)
  })
  const sent = (body: unknown): Sent => ({ params, ...(body !== undefined && { body }) })

  it.each(refused)('%s with %j → 423 agent_unavailable', async (name, body) => {
    expect(refusal(await account.send(name, sent(body)))).toEqual([423, 'agent_unavailable'])
  })

  it('has changed nothing by refusing', async () => {
    const shown = await account.get('getConversation', { params })
    expect([shown.status, shown.response_mode]).toEqual(['open', 'ai'])
    expect(await messages(account, params.agent!, params.conversation!, 3)).toHaveLength(3)
    expect(await account.get('listSources', { params })).toHaveLength(1)
    expect(await account.get('listConversations', { params })).toHaveLength(1)
  })

  it('says so, with its reason', async () => {
    const agent = await account.get('getAgent', { params })
    expect([agent.is_disabled, agent.disabled_reason]).toEqual([true, 'On holiday'])
  })

  it.each(allowed)('%s with %j goes on', async (name, body) => {
    expect((await account.send(name, sent(body))).status).toBeLessThan(300)
  })
})
