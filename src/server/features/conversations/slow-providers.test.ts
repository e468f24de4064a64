import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { SLOW_WORDS, startSlowModel } from '../../testing/slow-model.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { replyJob } from './jobs.ts'

describe.each(databases())('a model provider that hangs on $name', (database) => {
  let model: Awaited<ReturnType<typeof startSlowModel>>
  let test: TestApp
  let owner: Owner
  let key: string

  beforeAll(async () => {
    model = await startSlowModel()
    test = await createTestApp({
      database,
      env: {
        OPENAI_COMPATIBLE_BASE_URL: model.url,
        OPENAI_COMPATIBLE_MODELS: 'slow',
        RATE_LIMITS: '{"polling":100000}', // messages are asked for until the reply is there
      },
    })
    owner = await test.signUp()
    key = await owner.key()
  })
  afterAll(async () => {
    await test.close()
    model.close()
  })

  async function ask(agent: string) {
    const { id: conversation } = await buildConversation(test, owner, agent)
    await test.request('sendMessage', { params: { agent, conversation }, body: { content: 'When?' } }, { key })
    return { agent, conversation }
  }
  const lastOf = async (params: { agent: string; conversation: string }) =>
    (await test.request('listMessages', { params }, { key })).data.at(-1)!

  it('holds up no reply of another model, and is asked all that its own visitors ask', async () => {
    const { data } = await test.request('listAiModels', {}, { key })
    const slow = (await buildAgent(test, owner, { id: data.find(({ slug }) => slug === 'slow')!.id })).id
    const quick = (await buildAgent(test, owner)).id
    const waiting = await Promise.all(Array.from({ length: replyJob.concurrency + 4 }, () => ask(slow)))
    await expect.poll(model.asked).toBeGreaterThanOrEqual(replyJob.concurrency)
    const other = await ask(quick)
    await expect.poll(async () => (await lastOf(other)).role).toBe('assistant')
    await expect.poll(model.asked).toBe(waiting.length)
    model.answer()
    await test.settled()
    for (const params of waiting) expect((await lastOf(params)).content).toBe(SLOW_WORDS)
  })
})
