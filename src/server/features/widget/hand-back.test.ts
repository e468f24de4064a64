import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildTextSource } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('a visitor who asks the assistant instead on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let who: { key: string }

  beforeAll(async () => {
    test = await createTestApp({ database })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
    const body = { plan: 'premium' } as never
    await test.request('updateOrganization', { params: { organization: owner.organizationId }, body }, owner)
    agent = (await buildAgent(test, owner)).id
    await change({ human_intervention: true })
    await buildTextSource(test, owner, agent, 'The shop opens at nine and closes at six. It is closed on Sundays.')
    who = { key: (await test.request('startVisit', { params: { agent }, body: {} })).data.token }
  })

  const change = async (body: object) =>
    test.request('updateAgent', { params: { agent }, body }, { key: await owner.key() })
  const settings = (body: object) => test.request('updateAgentSettings', { params: { agent }, body }, owner)
  const write = (content = 'When does the shop open?') =>
    test.request('writeMessage', { body: { id: randomUUID(), content } }, who)
  const handBack = async () => {
    const { status, body } = await test.request('handBack', {}, who)
    return [status, body?.error.code]
  }
  const read = async () => (await test.request('readVisit', { query: {} }, who)).data
  const told = async () => (await read()).items.map((item) => ('message' in item ? item.message.role : item.event.type))
  const params = async () => ({ agent, conversation: (await read()).conversation!.id })
  const line = async () => (await test.request('getInboxLine', { params: await params() }, owner)).data
  async function handOver() {
    await write('Hello')
    await test.settled()
    await test.request('askForPerson', {}, who)
  }

  it('gets an answer to what they have asked since, as the conversation goes back to the AI', async () => {
    await handOver()
    const assignee = owner.userId
    await test.request('assignConversation', { params: await params(), body: { assignee } }, owner)
    await test.request('createNote', { params: await params(), body: { content: 'Who takes this?' } }, owner)
    await write()
    expect(await handBack()).toEqual([202, undefined])
    await test.settled()
    expect((await told()).slice(-4)).toEqual(['handed_over', 'visitor', 'given_back', 'assistant'])
    expect(await line()).toMatchObject({ response_mode: 'ai', assignee: null, waiting_since: null })
    const { data } = await test.request('listThread', { params: await params(), query: {} }, owner)
    expect(data.items.find(({ event }) => event?.type === 'given_back')?.author).toEqual({ type: 'visitor' })
    const before = await told()
    expect(await handBack()).toEqual([202, undefined])
    expect(await told()).toEqual(before)
  })

  it('changes nothing where the conversation was never handed over, or there is none', async () => {
    expect(await handBack()).toEqual([202, undefined])
    expect((await read()).conversation).toBeNull()
    await write()
    await test.settled()
    const before = await told()
    expect(await handBack()).toEqual([202, undefined])
    expect(await told()).toEqual(before)
  })

  it('is too late once a person has written since the hand-over, but not for what was written before it', async () => {
    await handOver()
    const body = { content: 'Hello from Ana.' }
    await test.request('sendHumanMessage', { params: await params(), body }, { key: await owner.key() })
    expect(await handBack()).toEqual([409, 'person_has_written'])
    await test.request('giveBack', { params: await params(), body: {} }, owner)
    await test.request('askForPerson', {}, who)
    expect(await handBack()).toEqual([202, undefined])
    expect((await line()).response_mode).toBe('ai')
  })

  it('stays with people where the AI may not answer', async () => {
    await handOver()
    await write()
    await settings({ is_disabled: true })
    expect(await handBack()).toEqual([202, undefined])
    await settings({ is_disabled: false, ai_replies_per_day: 1 })
    expect(await handBack()).toEqual([202, undefined])
    await settings({ ai_replies_per_day: 1_000 })
    const quotas = test.config.planQuotas.premium
    const { message_credits } = quotas
    quotas.message_credits = 0
    expect(await handBack()).toEqual([202, undefined])
    quotas.message_credits = message_credits
    expect(await line()).toMatchObject({ response_mode: 'human', not_answered: false })
    await change({ only_human: true })
    expect(await handBack()).toEqual([409, 'only_human'])
  })
})
