import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { type ModelProvider, startModelProvider } from '../../testing/model-provider.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const KEY = 'a-key-that-is-quite-secret'

let server: ModelProvider
let test: TestApp
let owner: Owner

beforeAll(async () => {
  server = await startModelProvider({ key: KEY })
  const gateways = ['OPENAI', 'ANTHROPIC', 'GOOGLE', 'MISTRAL'].map((name) => [`${name}_BASE_URL`, server.url])
  test = await createTestApp({ env: Object.fromEntries(gateways) })
  owner = await test.signUp()
})
afterAll(async () => {
  await test.close()
  server.close()
})

it.each([
  { provider: 'openai', path: '/v1/responses' },
  { provider: 'anthropic', path: '/v1/messages' },
  { provider: 'google', path: '/v1/models/writer:generateContent' },
  { provider: 'mistral', path: '/v1/chat/completions' },
] as const)('lists the models of $provider through the operator’s gateway, and answers with one', async (each) => {
  const { provider, path } = each
  const params = { organization: owner.organizationId }
  const caller = { cookie: owner.cookie }
  const refused = await test.request('createModelAccount', { params, body: { provider, key: 'another' } }, caller)
  expect(refused.body.error.details[0]).toMatchObject({
    field: 'key',
    message: expect.stringMatching(/^key_refused: /),
  })
  const { data } = await test.request('createModelAccount', { params, body: { provider, key: KEY } }, caller)
  expect(data).toMatchObject({ provider, base_url: null, models: [{ slug: 'writer' }] })
  const agent = (await buildAgent(test, owner, { id: data.models[0]!.id })).id
  const conversation = (await buildConversation(test, owner, agent)).id
  const place = { params: { agent, conversation } }
  const key = await owner.key()
  server.asked.length = 0
  await test.request('sendMessage', { ...place, body: { content: 'When do you open?' } }, { key })
  await test.settled()
  const last = (await test.request('listMessages', place, { key })).data.at(-1)
  expect(last).toMatchObject({ role: 'assistant', content: 'We open at nine.' })
  expect(server.asked.map((one) => [one.path, one.key])).toEqual([[path, KEY]])
  const account = { ...params, account: data.id }
  expect((await test.request('getModelAccount', { params: account }, caller)).data.status).toBe('ok')
})
