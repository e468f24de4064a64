import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildImported, buildTextSource } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const BREAKFAST = 'Breakfast is served from 7:00 to 10:30 in the garden room.'

describe.each(databases())('a conversation given back to the AI on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let conversation: string

  beforeAll(async () => {
    const env = {
      RATE_LIMITS: '{"read":100000,"write":100000,"training":10000,"polling":100000}',
      PLAN_QUOTAS: '{"premium":{"message_credits":2}}',
    }
    test = await createTestApp({ database, env })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
    await buildTextSource(test, owner, agent, BREAKFAST)
    conversation = (await buildConversation(test, owner, agent)).id
    await set({ response_mode: 'human' })
  })

  const set = (body: object) => test.request('updateConversation', { params: { agent, conversation }, body }, { key })
  const say = (content: string) =>
    test.request('sendMessage', { params: { agent, conversation }, body: { content } }, { key })
  const thread = async () => {
    await test.settled()
    const { data } = await test.request('listMessages', { params: { agent, conversation } }, { key })
    return data.slice(1).map(({ role, content }) => `${role}: ${content}`)
  }
  const waiting = async () => {
    const rows = test.deps.database.read.selectFrom('conversations').selectAll().where('id', '=', conversation)
    return (await rows.executeTakeFirstOrThrow()).waiting_since !== null
  }
  const used = async () => {
    const { data } = await test.request('getOrganization', { params: { organization: owner.organizationId } }, owner)
    return data.usage.message_credits.used
  }
  const bulk = async () => {
    const body = { ids: [conversation], change: { response_mode: 'ai' as const } }
    return (await test.request('changeConversations', { params: { organization: owner.organizationId }, body }, owner))
      .data
  }

  it('answers all that nobody has answered, for a credit', async () => {
    await say('Hello?')
    await say('When is breakfast served?')
    await say('please')
    expect(await waiting()).toBe(true)
    expect((await set({ response_mode: 'ai' })).data).toMatchObject({ response_mode: 'ai' })
    expect((await thread()).slice(-2)).toEqual(['visitor: please', `assistant: ${BREAKFAST}`])
    expect([await waiting(), await used()]).toEqual([false, 1])
  })

  it('answers among many that are given back at once', async () => {
    await say('When is breakfast served?')
    expect(await bulk()).toEqual([{ id: conversation, ok: true, code: null }])
    expect((await thread()).at(-1)).toBe(`assistant: ${BREAKFAST}`)
  })

  it('says nothing where a person has had the last word, or it is closed', async () => {
    await say('When is breakfast served?')
    const written = { params: { agent, conversation }, body: { content: 'At seven.' } }
    await test.request('sendHumanMessage', written, { key })
    await set({ response_mode: 'ai' })
    expect((await thread()).at(-1)).toBe('human: At seven.')
    await set({ response_mode: 'human' })
    await say('And when does it end?')
    await set({ response_mode: 'ai', status: 'closed' })
    expect((await thread()).at(-1)).toBe('visitor: And when does it end?')
    expect(await used()).toBe(0)
  })

  it('says nothing where only people answer', async () => {
    await say('When is breakfast served?')
    await test.request('updateAgent', { params: { agent }, body: { only_human: true } }, { key })
    expect((await set({ response_mode: 'ai' })).status).toBe(200)
    expect((await thread()).at(-1)).toBe('visitor: When is breakfast served?')
  })

  it('says nothing in one that was imported, which its visitor would not read', async () => {
    conversation = (
      await buildImported(test, owner, agent, { messages: [{ role: 'visitor', content: 'When is breakfast served?' }] })
    ).id
    await set({ response_mode: 'human' })
    expect((await set({ response_mode: 'ai' })).status).toBe(200)
    await test.settled()
    const { data } = await test.request('listMessages', { params: { agent, conversation } }, { key })
    expect(data).toHaveLength(1)
  })

  it('stays with people where no credit is left', async () => {
    await set({ response_mode: 'ai' })
    for (const content of ['Hi', 'Hello']) {
      await say(content)
      await test.settled()
    }
    await set({ response_mode: 'human' })
    await say('When is breakfast served?')
    const refused = await set({ response_mode: 'ai' })
    expect([refused.status, refused.body.error.code]).toEqual([422, 'subscription_limit_exceeded'])
    expect(await bulk()).toEqual([{ id: conversation, ok: false, code: 'subscription_limit_exceeded' }])
    expect(await waiting()).toBe(true)
    expect((await thread()).at(-1)).toBe('visitor: When is breakfast served?')
  })

  it('counts against how often the AI may answer a day on websites', async () => {
    await test.request('updateAgentSettings', { params: { agent }, body: { ai_replies_per_day: 1 } }, owner)
    const { token } = (await test.request('startVisit', { params: { agent }, body: {} })).data
    const write = (content: string) =>
      test.request('writeMessage', { body: { id: randomUUID(), content } }, { key: token })
    await write('Hi')
    await test.settled()
    const rows = test.deps.database.read.selectFrom('conversations').select('id').where('agent_id', '=', agent)
    conversation = (await rows.where('origin', '=', 'widget').executeTakeFirstOrThrow()).id
    await set({ response_mode: 'human' })
    await write('When is breakfast served?')
    expect((await set({ response_mode: 'ai' })).status).toBe(422)
    await test.request('updateAgentSettings', { params: { agent }, body: { ai_replies_per_day: 2 } }, owner)
    expect((await set({ response_mode: 'ai' })).status).toBe(200)
    expect((await thread()).at(-1)).toBe(`assistant: ${BREAKFAST}`)
  })
})
