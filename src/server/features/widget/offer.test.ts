import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PHRASES } from '../../adapters/models/phrases.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildTextSource } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const OFFER = PHRASES.en.unknownOffer

describe.each(databases())('a visitor who asks what the AI does not know on $name', (database) => {
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
    const people = { human_intervention: true }
    await test.request('updateAgent', { params: { agent }, body: people }, { key: await owner.key() })
    await buildTextSource(test, owner, agent, 'The shop opens at nine and closes at six. It is closed on Sundays.')
    who = { key: (await test.request('startVisit', { params: { agent }, body: {} })).data.token }
  })

  const settings = (body: object) => test.request('updateAgentSettings', { params: { agent }, body }, owner)
  const ask = async (content: string) => {
    await test.request('writeMessage', { body: { id: randomUUID(), content } }, who)
    await test.settled()
  }
  const read = async () => (await test.request('readVisit', { query: {} }, who)).data
  const last = async () => {
    const item = (await read()).items.at(-1)!
    return 'message' in item ? item.message : item.event
  }
  const mode = async () => (await read()).conversation!.response_mode
  const decline = (id: string) => test.request('declineOffer', { params: { id } }, who)
  const thread = async () => {
    const params = { agent, conversation: (await read()).conversation!.id }
    return (await test.request('listThread', { params, query: {} }, owner)).data.items
  }
  const gaps = async () => {
    const { data } = await test.request('listGaps', { params: { agent }, query: {} }, owner)
    return data.map(({ count }) => count)
  }

  it('is offered a person, and answered as before after that', async () => {
    await ask('Do you rent kayaks?')
    expect(await last()).toMatchObject({ content: OFFER, offer: 'person' })
    expect(await mode()).toBe('ai')
    expect((await thread()).at(-1)?.message).toMatchObject({ content: OFFER, offer: 'person' })
    await ask('When does the shop open?')
    expect(await last()).toMatchObject({ content: expect.stringContaining('nine') as string, offer: null })
    expect((await read()).items.some((item) => 'message' in item && item.message.offer !== null)).toBe(false)
    expect(await gaps()).toEqual([1])
  })

  it('gets the person by writing yes', async () => {
    await ask('Do you rent kayaks?')
    await ask('Yes, please!')
    expect(await mode()).toBe('human')
    const event = (await thread()).find(({ event }) => event?.type === 'handed_over')
    expect(event).toMatchObject({ author: { type: 'visitor' }, event: { reason: 'asked_for_person' } })
  })

  it('gets the person by accepting, which counts as no answer and the gap once', async () => {
    await ask('Do you rent kayaks?')
    await test.request('askForPerson', {}, who)
    expect(await mode()).toBe('human')
    const event = (await thread()).find(({ event }) => event?.type === 'handed_over')
    expect(event).toMatchObject({ author: { type: 'visitor' }, event: { reason: 'no_answer' } })
    await test.settled()
    expect(await gaps()).toEqual([1])
  })

  it('declines it as often as they like, and is told so', async () => {
    await ask('Do you rent kayaks?')
    const message = (await last()) as { id: string }
    const before = (await read()).conversation!.updated_at
    expect((await decline(message.id)).status).toBe(204)
    expect((await decline(message.id)).status).toBe(204)
    expect(await last()).toMatchObject({ content: OFFER, offer: null })
    expect((await read()).conversation!.updated_at > before).toBe(true)
    expect(await mode()).toBe('ai')
    expect((await decline(randomUUID())).status).toBe(404)
    await test.request('askForPerson', {}, who)
    const event = (await thread()).find(({ event }) => event?.type === 'handed_over')
    expect(event?.event?.reason).toBe('asked_for_person')
  })

  it('rates answers, but not the offer, whatever became of it', async () => {
    const rate = async () => {
      const { id: message_id } = (await last()) as { id: string }
      return (await test.request('rate', { body: { message_id, score: 'bad' } }, who)).status
    }
    await ask('Do you rent kayaks?')
    expect([await last(), await rate()]).toEqual([expect.objectContaining({ rateable: false }), 422])
    await decline(((await last()) as { id: string }).id)
    expect([await last(), await rate()]).toEqual([expect.objectContaining({ offer: null, rateable: false }), 422])
    // No reply is made until both are written, which one reply answers then.
    const { search } = test.deps.knowledge
    const { promise, resolve } = Promise.withResolvers<void>()
    test.deps.knowledge.search = (query) => promise.then(() => search(query))
    const first = { id: randomUUID(), content: 'When does the shop open?' }
    await test.request('writeMessage', { body: first }, who)
    await test.request('writeMessage', { body: { id: randomUUID(), content: 'Do you rent kayaks?' } }, who)
    test.deps.knowledge.search = search
    resolve()
    await test.settled()
    expect(await last()).toMatchObject({ content: expect.stringMatching(/nine.+I don’t know/s), offer: 'person' })
    expect([await last(), await rate()]).toEqual([expect.objectContaining({ rateable: true }), 200])
  })

  it('is handed over at once on a wish, or where the agent is set to that', async () => {
    await ask('Can I talk to a person?')
    expect(await mode()).toBe('human')
    expect((await settings({ hand_over: 'at_once' })).data.hand_over).toBe('at_once')
    who = { key: (await test.request('startVisit', { params: { agent }, body: {} })).data.token }
    await ask('Do you rent kayaks?')
    expect(await mode()).toBe('human')
  })

  it('is handed over at once through the API, whose messages know no offer', async () => {
    const caller = { key: await owner.key() }
    const { id: conversation } = await buildConversation(test, owner, agent, { chat_user_id: 'ana' })
    const params = { agent, conversation }
    await test.request('sendMessage', { params, body: { content: 'Do you rent kayaks?' } }, caller)
    await test.settled()
    const { data } = await test.request('getConversation', { params }, caller)
    expect(data.response_mode).toBe('human')
    const messages = await test.request('listMessages', { params, query: {} }, caller)
    expect(messages.data.some((message) => 'offer' in message)).toBe(false)
  })

  it('passes a check that expects a hand-over, and one that expects that it does not know', async () => {
    const expected = { hands_over: 'Do you rent kayaks?', refuses: 'Do you rent boats?', answers: 'Do you rent tents?' }
    for (const expects of ['hands_over', 'refuses', 'answers'] as const) {
      const body = { question: expected[expects], expects }
      await test.request('createCheck', { params: { agent }, body }, owner)
    }
    const { data: run } = await test.request('createCheckRun', { params: { agent }, body: {} }, owner)
    await test.settled()
    const { data } = await test.request('getCheckRun', { params: { agent, run: run.id } }, owner)
    const passed = data.results.filter(({ verdict }) => verdict === 'passed').map(({ question }) => question)
    expect(passed.toSorted()).toEqual([expected.refuses, expected.hands_over])
  })
})
