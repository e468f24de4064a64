import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beforeTransaction } from '../../testing/before-transaction.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { SLOW_WORDS, startSlowModel } from '../../testing/slow-model.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('what the AI wrote too late on $name', (database) => {
  let model: Awaited<ReturnType<typeof startSlowModel>>
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string

  beforeAll(async () => {
    model = await startSlowModel()
    test = await createTestApp({
      database,
      env: { OPENAI_COMPATIBLE_BASE_URL: model.url, OPENAI_COMPATIBLE_MODELS: 'slow' },
    })
    owner = await test.signUp()
    key = await owner.key()
    const { data } = await test.request('listAiModels', {}, { key })
    agent = (await buildAgent(test, owner, { id: data.find(({ slug }) => slug === 'slow')!.id })).id
  })
  afterAll(async () => {
    await test.close()
    model.close()
  })

  /** Opens a conversation whose reply is being made. */
  async function ask(of = agent) {
    const { id } = await buildConversation(test, owner, of)
    const params = { agent: of, conversation: id }
    await test.request('sendMessage', { params, body: { content: 'When do you open?' } }, { key })
    await expect.poll(model.asked).toBe(1)
    return params
  }
  async function finish() {
    model.answer()
    await test.settled()
  }
  const unsent = async (params: { agent: string; conversation: string }) =>
    (await test.request('listUnsentReplies', { params }, owner)).data.map(({ content }) => content)
  const rolesOf = async (params: { agent: string; conversation: string }) =>
    (await test.request('listMessages', { params }, { key })).data.map(({ role }) => role)

  it('is kept for the person who took over, and told of', async () => {
    const params = await ask()
    await test.request('updateConversation', { params, body: { response_mode: 'human' } }, { key })
    expect(await unsent(params)).toEqual([])
    await finish()
    expect(await unsent(params)).toEqual([SLOW_WORDS])
    expect(await rolesOf(params)).toEqual(['assistant', 'visitor'])
    const { payload } = await test.deps.database.read
      .selectFrom('events')
      .select('payload')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const ids = { agent_id: agent, conversation_id: params.conversation }
    expect(JSON.parse(payload)).toEqual({ type: 'reply.discarded', ...ids })
  })

  it('is kept when a person replied first, and when the conversation was closed', async () => {
    const replied = await ask()
    await test.request('sendHumanMessage', { params: replied, body: { content: 'At nine.' } }, { key })
    await finish()
    expect(await unsent(replied)).toEqual([SLOW_WORDS])
    expect(await rolesOf(replied)).toEqual(['assistant', 'visitor', 'human'])
    const closed = await ask()
    await test.request('updateConversation', { params: closed, body: { status: 'closed' } }, { key })
    await finish()
    expect(await unsent(closed)).toEqual([SLOW_WORDS])
  })

  it('is nothing where the visitor asked again: one reply serves both', async () => {
    const params = await ask()
    await test.request('sendMessage', { params, body: { content: 'On Mondays, I mean.' } }, { key })
    await expect.poll(model.asked).toBe(2)
    await finish()
    expect(await unsent(params)).toEqual([])
    expect(await rolesOf(params)).toEqual(['assistant', 'visitor', 'visitor', 'assistant'])
  })

  describe('while its agent was', () => {
    const credits = async () => {
      const params = { organization: owner.organizationId }
      return (await test.request('getOrganization', { params }, owner)).data.usage.message_credits.used
    }
    const conversationOf = (id: string) =>
      test.deps.database.read.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const replyOf = (id: string) =>
      test.deps.database.read
        .selectFrom('replies')
        .selectAll()
        .where('conversation_id', '=', id)
        .executeTakeFirstOrThrow()

    it('disabled is not said, and costs nothing', async () => {
      const before = await credits()
      const params = await ask()
      await test.request('updateAgentSettings', { params, body: { is_disabled: true } }, owner)
      await finish()
      expect(await rolesOf(params)).toEqual(['assistant', 'visitor'])
      expect([await credits(), await replyOf(params.conversation)]).toMatchObject([before, { status: 'discarded' }])
      await test.request('updateAgentSettings', { params, body: { is_disabled: false } }, owner)
    })

    it('left to people is theirs, and so is the visitor', async () => {
      const before = await credits()
      const params = await ask()
      await test.request('updateAgent', { params, body: { only_human: true } }, { key })
      await finish()
      expect(await rolesOf(params)).toEqual(['assistant', 'visitor'])
      expect(await unsent(params)).toEqual([SLOW_WORDS])
      const { response_mode, waiting_since } = await conversationOf(params.conversation)
      expect([response_mode, waiting_since !== null, await credits()]).toEqual(['human', true, before])
      expect(await replyOf(params.conversation)).toMatchObject({ status: 'discarded' })
      await test.request('updateAgent', { params, body: { only_human: false } }, { key })
    })

    it('disabled in the last moment is not said either', async () => {
      const params = await ask()
      beforeTransaction(test.deps, () =>
        test.request('updateAgentSettings', { params, body: { is_disabled: true } }, owner),
      )
      await finish()
      expect(await rolesOf(params)).toEqual(['assistant', 'visitor'])
      expect(await replyOf(params.conversation)).toMatchObject({ status: 'discarded' })
      await test.request('updateAgentSettings', { params, body: { is_disabled: false } }, owner)
    })

    it('deleted is not stored, and costs nothing', async () => {
      const model = (await test.request('getAgent', { params: { agent } }, { key })).data.model.id
      const doomed = (await buildAgent(test, owner, { id: model })).id
      const before = await credits()
      const { conversation } = await ask(doomed)
      expect(await credits()).toBe(before + 1)
      await test.request('deleteAgent', { params: { agent: doomed } }, { key })
      await finish()
      expect([await credits(), (await conversationOf(conversation)).message_count]).toEqual([before, 2])
    })
  })

  it('is not for others', async () => {
    const params = await ask()
    await finish()
    const stranger = await test.signUp()
    expect((await test.request('listUnsentReplies', { params }, stranger)).status).toBe(403)
    expect((await test.request('listUnsentReplies', { params }, { key })).status).toBe(401)
  })
})
