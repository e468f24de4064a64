import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../testing/database.ts'
import { buildAgent, buildTextSource } from '../testing/factories.ts'
import { type ModelProvider, startModelProvider } from '../testing/model-provider.ts'
import { createReceiver, type Receiver } from '../testing/receiver.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const PASSED_ON = new RegExp(`^00-${TRACE}-(?!0{16})(?!${CALLER})[0-9a-f]{16}-01$`)

describe.each(databases())('the trace of a request on $name', (database) => {
  let provider: ModelProvider
  let receiver: Receiver
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  beforeAll(async () => {
    provider = await startModelProvider({ models: ['writer'], text: 'We open at nine. [[1]]' })
    receiver = await createReceiver()
    const env = {
      OUTBOUND_ALLOW: '127.0.0.1/32',
      OPENAI_COMPATIBLE_BASE_URL: provider.url,
      OPENAI_COMPATIBLE_MODELS: 'writer',
    }
    test = await createTestApp({ database, env })
    owner = await test.signUp()
    key = await owner.key()
    const { data } = await test.request('listAiModels', {}, { key })
    agent = (await buildAgent(test, owner, { id: data.find(({ slug }) => slug === 'writer')!.id })).id
    await buildTextSource(test, owner, agent, 'We open at nine.')
  })
  afterAll(async () => {
    await test.close()
    await provider.close()
    await receiver.close()
  })

  async function ask(headers: Record<string, string>): Promise<{ provider: unknown[]; webhooks: unknown[] }> {
    const asked = provider.asked.length
    const told = receiver.received.length
    const { id: conversation } = (await test.request('createConversation', { params: { agent }, body: {} }, { key }))
      .data
    const caller = { key, headers }
    await test.request(
      'sendMessage',
      { params: { agent, conversation }, body: { content: 'When do you open?' } },
      caller,
    )
    await test.settled()
    return {
      provider: provider.asked.slice(asked).map(({ traceparent }) => traceparent),
      webhooks: receiver.received.slice(told).map(({ headers }) => headers.traceparent),
    }
  }

  it('goes on to the provider that writes the reply, and to the webhook that tells of it, by an id of its own', async () => {
    await test.request('createWebhookEndpoint', { params: { agent }, body: { url: `${receiver.url}/hook` } }, { key })
    const passed = await ask({ traceparent: `00-${TRACE}-${CALLER}-01` })
    expect(passed.provider).toEqual([expect.stringMatching(PASSED_ON)])
    // The first tells of the greeting, as of the request that opened the conversation, which named no trace.
    expect(passed.webhooks).toEqual([undefined, expect.stringMatching(PASSED_ON)])
  })

  it('is its own, of many requests at once', async () => {
    const asked = provider.asked.length
    const ids = Array.from({ length: 20 }, (_, number) => number.toString(16).padStart(32, 'a'))
    await Promise.all(
      ids.map(async (id) => {
        const opened = await test.request('createConversation', { params: { agent }, body: {} }, { key })
        const params = { agent, conversation: opened.data.id }
        const caller = { key, headers: { traceparent: `00-${id}-${CALLER}-01` } }
        await test.request('sendMessage', { params, body: { content: `When do you open, ${id}?` } }, caller)
      }),
    )
    await test.settled()
    const passed = provider.asked.slice(asked)
    expect(passed).toHaveLength(ids.length)
    for (const { body, traceparent } of passed)
      expect(body).toContain(`When do you open, ${traceparent?.split('-')[1]}?`)
  })

  it('is none where the header is wrong or missing', async () => {
    for (const headers of [{}, { traceparent: `00-${TRACE}-${CALLER}-01,00-${TRACE}-${CALLER}-01` }]) {
      const passed = await ask(headers as Record<string, string>)
      expect(passed).toEqual({ provider: [undefined], webhooks: [undefined, undefined] })
    }
  })
})
