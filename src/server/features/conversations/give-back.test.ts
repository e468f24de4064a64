import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildImported, buildTextSource } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const CREDITS = 1_000

describe.each(databases())('a conversation given back to the AI on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let conversation: string

  beforeAll(async () => {
    test = await createTestApp({ database, env: { RATE_LIMITS: '{"read":100000,"write":100000,"polling":100000}' } })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    test.config.planQuotas.premium.message_credits = CREDITS
    owner = await test.signUp()
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
    await buildTextSource(test, owner, agent, 'The shop opens at nine and closes at six. It is closed on Sundays.')
    conversation = (await buildConversation(test, owner, agent)).id
  })

  const params = () => ({ agent, conversation })
  const organization = () => ({ organization: owner.organizationId })
  const set = (body: Input<'updateConversation'>['body']) =>
    test.request('updateConversation', { params: params(), body }, { key })
  const ask = () =>
    test.request('sendMessage', { params: params(), body: { content: 'When does the shop open?' } }, { key })
  const giveBack = (body: Input<'giveBack'>['body'] = { answers: true }) =>
    test.request('giveBack', { params: params(), body }, owner)
  const disable = (is_disabled: boolean) =>
    test.request('updateAgentSettings', { params: { agent }, body: { is_disabled } }, owner)
  const line = async () => (await test.request('getInboxLine', { params: params() }, owner)).data
  const thread = async () => (await test.request('listThread', { params: params(), query: {} }, owner)).data
  const roles = async () => (await thread()).items.flatMap(({ message }) => message?.role ?? [])
  const marks = async () => (await thread()).items.filter(({ event }) => event?.type === 'given_back').length
  const listed = async () => {
    const input = { params: organization(), query: { view: 'unassigned' as const } }
    return (await test.request('listInbox', input, owner)).data.items.some(({ id }) => id === conversation)
  }
  const summary = async () => (await test.request('getInboxSummary', { params: organization(), query: {} }, owner)).data
  function spendAllCredits(): void {
    test.config.planQuotas.premium.message_credits = 0
  }
  async function handOverAndAsk() {
    await set({ response_mode: 'human' })
    await ask()
  }

  it('is listed as waiting while its last question is unanswered', async () => {
    await handOverAndAsk()
    const asked = (await line()).waiting_since
    await set({ response_mode: 'ai' })
    await test.settled()
    expect(await line()).toMatchObject({ response_mode: 'ai', waiting_since: asked, not_answered: true })
    expect(await listed()).toBe(true)
    expect(await summary()).toMatchObject({ unassigned: 1, ai: 1, open: 0, waiting: 1 })
    expect((await test.request('getAgentActivity', { params: { agent } }, owner)).data.waiting).toBe(1)
    expect((await thread()).reply).toBeNull()
    await disable(true)
    expect(await line()).toMatchObject({ waiting_since: null, not_answered: false })
    expect([await listed(), (await summary()).unassigned, (await summary()).waiting]).toEqual([false, 0, 0])
    await disable(false)
    expect([await listed(), (await summary()).unassigned]).toEqual([true, 1])
    await ask()
    expect(await line()).toMatchObject({ waiting_since: null, not_answered: false })
    await test.settled()
    expect([await listed(), (await roles()).at(-1)]).toEqual([false, 'assistant'])
  })

  it('gets the answer to its last question, once, and tells meanwhile since when that is being made', async () => {
    await handOverAndAsk()
    const { status, data } = await giveBack()
    expect([status, data]).toMatchObject([200, { type: 'event', event: { type: 'given_back' } }])
    await giveBack()
    await test.settled()
    expect(await roles()).toEqual(['assistant', 'visitor', 'assistant'])
    expect((await thread()).items.at(-1)?.message?.content).toContain('nine')
    expect([await listed(), await marks(), (await thread()).reply]).toEqual([false, 1, null])
    expect((await giveBack()).data).toMatchObject({ type: 'message', message: { role: 'assistant' } })
  })

  it('is answered later where it was given back without an answer, with no second mark', async () => {
    await handOverAndAsk()
    expect((await giveBack({ answers: false })).data?.event?.type).toBe('given_back')
    expect(await line()).toMatchObject({ not_answered: true })
    const again = await giveBack()
    expect(again.data).toMatchObject({ type: 'message', message: { role: 'visitor' } })
    await test.settled()
    expect([await marks(), await listed(), (await roles()).at(-1)]).toEqual([1, false, 'assistant'])
  })

  it('changes nothing where it is closed, the agent is disabled or no credit is left', async () => {
    await handOverAndAsk()
    spendAllCredits()
    const before = await line()
    const refused = await giveBack()
    expect([refused.status, refused.body.error.code]).toEqual([422, 'subscription_limit_exceeded'])
    expect(await line()).toEqual(before)
    await disable(true)
    expect((await giveBack()).status).toBe(423)
    await disable(false)
    expect((await line()).response_mode).toBe('human')
    await set({ status: 'closed' })
    const closed = await giveBack()
    expect([closed.status, closed.body.error.code]).toEqual([409, 'conversation_closed'])
  })

  it('stays with people where only people answer, one and many', async () => {
    await handOverAndAsk()
    const body = { only_human: true }
    await test.request('updateAgent', { params: { agent }, body }, { key })
    const before = await line()
    for (const answers of [true, false]) {
      const refused = await giveBack({ answers })
      expect([refused.status, refused.body.error.code]).toEqual([409, 'only_human'])
    }
    const change = { response_mode: 'ai' as const, answers: true }
    const many = { params: organization(), body: { ids: [conversation], change } }
    expect((await test.request('changeConversations', many, owner)).data).toEqual([
      { id: conversation, ok: false, code: 'only_human' },
    ])
    await test.settled()
    expect([await line(), await marks()]).toEqual([before, 0])
    await set({ status: 'closed' })
    expect((await giveBack()).body.error.code).toBe('conversation_closed')
  })

  it('is one of many, each with its outcome', async () => {
    const change = async (ids: string[], answers: boolean) => {
      const body = { ids, change: { response_mode: 'ai' as const, answers } }
      return (await test.request('changeConversations', { params: organization(), body }, owner)).data
    }
    await handOverAndAsk()
    const open = conversation
    conversation = (await buildConversation(test, owner, agent)).id
    await set({ response_mode: 'human' })
    await set({ status: 'closed' })
    expect(await change([open, conversation], true)).toEqual([
      { id: open, ok: true, code: null },
      { id: conversation, ok: false, code: 'conversation_closed' },
    ])
    conversation = open
    await test.settled()
    expect((await roles()).at(-1)).toBe('assistant')
    await handOverAndAsk()
    spendAllCredits()
    expect((await change([open], true))[0]).toMatchObject({ code: 'subscription_limit_exceeded' })
    expect((await line()).response_mode).toBe('human')
    const body = { ids: [open], change: { response_mode: 'human' as const, answers: true } }
    expect((await test.request('changeConversations', { params: organization(), body }, owner)).status).toBe(422)
  })

  it('is not listed, but can be answered, if it is an import that nobody has touched', async () => {
    const messages = [{ role: 'visitor' as const, content: 'When does the shop open?' }]
    conversation = (await buildImported(test, owner, agent, { messages })).id
    expect([(await line()).not_answered, await listed()]).toEqual([false, false])
    await giveBack()
    await test.settled()
    expect((await roles()).at(-1)).toBe('assistant')
  })

  it('is listed when it is reopened before its question was answered', async () => {
    const late = await createTestApp({ database, worker: false })
    try {
      const somebody = await late.signUp()
      const place = { agent: (await buildAgent(late, somebody)).id, conversation: '' }
      place.conversation = (await buildConversation(late, somebody, place.agent)).id
      const byKey = { key: await somebody.key() }
      await late.request('sendMessage', { params: place, body: { content: 'Hello?' } }, byKey)
      const threadNow = async () => (await late.request('listThread', { params: place, query: {} }, somebody)).data
      const [asked] = (await threadNow()).items.slice(-1)
      expect((await threadNow()).reply?.since.slice(0, 16)).toBe(asked?.created_at.slice(0, 16))
      for (const status of ['closed', 'open'] as const)
        await late.request('updateConversation', { params: place, body: { status } }, byKey)
      expect((await threadNow()).reply).toBeNull()
      const { data } = await late.request('getInboxLine', { params: place }, somebody)
      expect(data).toMatchObject({ not_answered: true })
    } finally {
      await late.close()
    }
  })
})
