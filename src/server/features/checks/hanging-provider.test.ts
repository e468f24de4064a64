import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildTextSource } from '../../testing/factories.ts'
import { startSlowModel } from '../../testing/slow-model.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const ANSWER = 'Dogs are welcome for 15 euros a night.'
const WHILE_IT_HANGS = { timeout: 20_000, interval: 50 }

describe.each(databases())('a model that does not answer, on $name', (database) => {
  let slow: Awaited<ReturnType<typeof startSlowModel>>
  let test: TestApp
  let owner: Owner

  beforeAll(async () => {
    slow = await startSlowModel()
    const env = { OPENAI_COMPATIBLE_BASE_URL: slow.url, OPENAI_COMPATIBLE_MODELS: 'slow' }
    test = await createTestApp({ database, env })
    owner = await test.signUp()
  })
  afterAll(async () => {
    await test.close()
    slow.close()
  })

  /** An agent with a check, and with a person's answer that it can be taught. */
  async function prepared() {
    const { id: agent } = await buildAgent(test, owner)
    await buildTextSource(test, owner, agent, 'Breakfast is served from 7:00 to 10:30.')
    const body = { question: 'When is breakfast served?', expects: 'answers' as const }
    await test.request('createCheck', { params: { agent }, body }, owner)
    const { id: conversation } = await buildConversation(test, owner, agent)
    const params = { agent, conversation }
    const key = await owner.key()
    await test.request('sendMessage', { params, body: { content: 'Can I bring my dog?' } }, { key })
    await test.settled()
    const message = await test.request('sendHumanMessage', { params, body: { content: ANSWER } }, { key })
    return { agent, from: { conversation, message: message.data.id } }
  }
  const run = async (agent: string, credits: number) => {
    const { data } = await test.request('createCheckRun', { params: { agent }, body: { credits } }, owner)
    return async () => (await test.request('getCheckRun', { params: { agent, run: data.id } }, owner)).data.status
  }
  const teach = async ({ agent, from }: Awaited<ReturnType<typeof prepared>>, credits: number) => {
    const body = { question: 'Can I bring my dog?', answer: ANSWER, from, credits }
    const { data } = await test.request('teach', { params: { agent }, body }, owner)
    return async () => (await test.request('getProof', { params: { agent, proof: data.id } }, owner)).data.status
  }

  const useSlowModel = async (agent: string) => {
    const models = (await test.request('listModels', {}, owner)).data
    const body = { model_id: models.find(({ slug }) => slug === 'slow')!.id }
    await test.request('updateAgent', { params: { agent }, body }, { key: await owner.key() })
  }
  const used = async () => {
    const params = { organization: owner.organizationId }
    return (await test.request('getOrganization', { params }, owner)).data.usage.message_credits.used
  }
  const answered = async () => {
    const answering = setInterval(() => slow.answer(), 20)
    await test.settled()
    clearInterval(answering)
  }

  it("holds up nobody else's checks and proofs", async () => {
    const [theirs, ours] = [await prepared(), await prepared()]
    await useSlowModel(theirs.agent)
    const hanging = [await run(theirs.agent, 1), await teach(theirs, 4)]
    await vi.waitFor(() => expect(slow.asked()).toBeGreaterThan(1), WHILE_IT_HANGS)
    const [checked, proved] = [await run(ours.agent, 0), await teach(ours, 0)]
    await vi.waitFor(async () => expect([await checked(), await proved()]).toEqual(['done', 'done']), WHILE_IT_HANGS)
    for (const status of hanging) expect(await status()).toBe('pending')

    await answered()
    for (const status of hanging) expect(await status()).toBe('done')
  })

  it('is paid for what it has replied, and for nothing else, whatever is deleted meanwhile', async () => {
    const [one, other] = [await prepared(), await prepared()]
    await useSlowModel(one.agent)
    const key = await owner.key()
    const before = await used()
    const body = { question: 'When does breakfast end?', expects: 'answers' as const }
    const { data } = await test.request('createCheck', { params: { agent: one.agent }, body }, owner)
    await run(one.agent, 2)
    await vi.waitFor(() => expect(slow.asked()).toBe(1), WHILE_IT_HANGS)
    slow.answer()
    await vi.waitFor(() => expect(slow.asked()).toBe(1), WHILE_IT_HANGS)
    await test.request('deleteCheck', { params: { agent: one.agent, check: data.id } }, owner)
    await answered()
    expect((await used()) - before, 'a check that was deleted while it was asked').toBe(2)

    await useSlowModel(other.agent)
    await teach(other, 4)
    await vi.waitFor(() => expect(slow.asked()).toBe(1), WHILE_IT_HANGS)
    await run(other.agent, 1)
    await vi.waitFor(() => expect(slow.asked()).toBe(2), WHILE_IT_HANGS)
    await test.request('deleteAgent', { params: { agent: other.agent } }, { key })
    await answered()
    expect((await used()) - before, 'an agent that was deleted').toBe(2 + 1)
  })
})
