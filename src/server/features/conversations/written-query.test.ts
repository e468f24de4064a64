import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildTextSource } from '../../testing/factories.ts'
import { type ModelProvider, startModelProvider } from '../../testing/model-provider.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const SONGS = 'Bruno Mars wrote Grenade. The song Grenade was released in 2010.'
const FIRST = 'Who wrote Grenade?'
const FOLLOWS = 'And when was it released?'
const QUERY = 'When was the song Grenade released?'

describe.each(databases())('the query for a message that goes on from those before it on $name', (database) => {
  let provider: ModelProvider
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string

  beforeAll(async () => {
    provider = await startModelProvider()
    const env = { OPENAI_COMPATIBLE_BASE_URL: provider.url, OPENAI_COMPATIBLE_MODELS: 'writer', LOG_LEVEL: 'fatal' }
    test = await createTestApp({ database, env: { ...env, RATE_LIMITS: '{"write":100000,"polling":100000}' } })
    owner = await test.signUp()
    key = await owner.key()
    const { data } = await test.request('listAiModels', {}, { key })
    agent = (await buildAgent(test, owner, { id: data.find(({ slug }) => slug === 'writer')!.id })).id
    const body = { verification: 'marked' as const }
    await test.request('updateAgentSettings', { params: { agent }, body }, owner)
    await buildTextSource(test, owner, agent, SONGS)
  })
  afterEach(() => void vi.restoreAllMocks())
  afterAll(async () => {
    await test.close()
    provider.close()
  })

  const used = async () =>
    (await test.request('getOrganization', { params: { organization: owner.organizationId } }, owner)).data.usage
      .message_credits.used

  /** Has two questions answered, of which the second goes on from the first. */
  async function askTwice(query: string) {
    const { id: conversation } = await buildConversation(test, owner, agent)
    const params = { agent, conversation }
    const before = await used()
    provider.script.query = query
    provider.asked.length = 0
    for (const content of [FIRST, FOLLOWS]) {
      await test.request('sendMessage', { params, body: { content } }, { key })
      await test.settled()
    }
    const message = (await test.request('listMessages', { params }, { key })).data.at(-1)!
    const { data: trace } = await test.request('getAnswerTrace', { params: { ...params, message: message.id } }, owner)
    const asked = provider.asked.map(
      ({ body }) => JSON.parse(body) as { tools?: object; messages: { content: string }[] },
    )
    return { content: message.content, trace, asked, cost: (await used()) - before }
  }

  it('is written by the model, without tools, shown with the reply, and costs nothing of its own', async () => {
    const { content, trace, asked, cost } = await askTwice(`<think>Which song?</think>\n${QUERY}`)
    expect([content, trace.search_query, cost]).toEqual(['We open at nine.', QUERY, 2])
    expect([trace.input_tokens, trace.output_tokens]).toEqual([24, 6])
    expect(asked.map(({ tools }) => tools !== undefined)).toEqual([true, false, true])
    expect(asked[1]!.messages.map((one) => one.content).slice(1)).toEqual([FIRST, 'We open at nine.', FOLLOWS])
  })

  it('has no more than 40 words', async () => {
    const { trace } = await askTwice('word '.repeat(60))
    expect(trace.search_query).toBe('word '.repeat(40).trim())
  })

  it('is that of all its words, with the question before it, where the model writes none in three seconds', async () => {
    const both = `${FIRST}\n${FOLLOWS}`
    expect((await askTwice('')).trace.search_query).toBe(both)
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 3_000 ? AbortSignal.abort() : timeout(ms)))
    const { content, trace, cost } = await askTwice(QUERY)
    expect([content, trace.search_query, cost]).toEqual(['We open at nine.', both, 2])
  })
})
