import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../testing/database.ts'
import { buildAgent } from '../testing/factories.ts'
import { type Answer, createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'

const ROUNDS = 30
const PER_PAGE = 100 // one page holds the whole list, so that any missing or surplus item shows
const NO_LIMITS = JSON.stringify({ read: 1e6, write: 1e6, training: 1e6, polling: 1e6 })

type List = 'listAgents' | 'listSources' | 'listConversations' | 'listMessages' | 'listWebhookEndpoints'

describe.each(databases())('lists while others write, on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let conversation: string
  beforeAll(async () => {
    test = await createTestApp({
      database,
      worker: false,
      env: { RATE_LIMITS: NO_LIMITS, OUTBOUND_ALLOW: '127.0.0.1/32' },
    })
    owner = await test.signUp()
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
    const opened = await test.request('createConversation', { params: { agent }, body: {} }, { key })
    conversation = opened.data.id
    await test.request(
      'updateConversation',
      { params: { agent, conversation }, body: { response_mode: 'human' } },
      { key },
    )
  })
  afterAll(() => test.close())

  const writers: Record<List, () => Promise<unknown>> = {
    listAgents: async () => {
      const params = { organization: owner.organizationId }
      const made = await test.request('createAgent', { params, body: { name: 'Another' } }, { key })
      await test.request('deleteAgent', { params: { agent: made.data.id } }, { key })
    },
    listSources: async () => {
      const body = { type: 'text' as const, content: 'Another text.' }
      const made = await test.request('createSource', { params: { agent }, body }, { key })
      const source = (made.data as { id: string }).id
      await test.request('deleteSource', { params: { agent, source } }, { key })
    },
    listConversations: () => test.request('createConversation', { params: { agent }, body: {} }, { key }),
    listMessages: () =>
      test.request('sendHumanMessage', { params: { agent, conversation }, body: { content: 'More.' } }, { key }),
    listWebhookEndpoints: async () => {
      const body = { url: 'http://127.0.0.1:4000/hook' }
      const made = await test.request('createWebhookEndpoint', { params: { agent }, body }, { key })
      const params = { agent, endpoint: made.data.id }
      await test.request('deleteWebhookEndpoint', { params }, { key })
    },
  }
  const query = { per_page: PER_PAGE }
  const readers: Record<List, () => Promise<Answer<List>>> = {
    listAgents: () => test.request('listAgents', { params: { organization: owner.organizationId }, query }, { key }),
    listSources: () => test.request('listSources', { params: { agent }, query }, { key }),
    listConversations: () => test.request('listConversations', { params: { agent }, query }, { key }),
    listMessages: () => test.request('listMessages', { params: { agent, conversation }, query }, { key }),
    listWebhookEndpoints: () => test.request('listWebhookEndpoints', { params: { agent }, query }, { key }),
  }

  it.each(Object.keys(readers) as List[])('%s answers with items and a total of one moment', async (list) => {
    let isOver = false
    const writing = [1, 2].map(async () => {
      for (let round = 0; round < ROUNDS; round += 1) await writers[list]()
    })
    const wrong: object[] = []
    let answers = 0
    const reading = [1, 2, 3].map(async () => {
      while (!isOver) {
        await yieldToEventLoop() // requests within one process would otherwise starve the writers
        const { data, body } = await readers[list]()
        answers += 1
        const { total, last_page } = body.meta
        const isRight =
          data.length === Math.min(total, PER_PAGE) &&
          last_page === Math.max(1, Math.ceil(total / PER_PAGE)) &&
          (body.links.next !== null) === total > PER_PAGE
        if (!isRight) wrong.push({ items: data.length, total, last_page })
      }
    })
    const written = await Promise.allSettled(writing)
    isOver = true
    await Promise.all(reading)
    expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(answers).toBeGreaterThan(0)
    expect(wrong).toEqual([])
  })
})
