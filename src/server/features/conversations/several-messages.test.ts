import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAction, buildAgent, buildConversation, buildTextSource } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

const OPENING = 'Breakfast is served from 7:00 to 10:30 in the garden room.\n\nThe pool opens at 8:00.'
const BREAKFAST = 'Breakfast is served from 7:00 to 10:30 in the garden room.'
const POOL = 'The pool opens at 8:00.'
const UNKNOWN = 'I am sorry, I do not know the answer to that: it is not in the information I have been given.'

describe.each(databases())('several messages before a reply on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let written: Promise<void> | undefined

  beforeAll(async () => {
    const limits = '{"read":100000,"write":100000,"training":10000,"polling":100000}'
    test = await createTestApp({ database, env: { RATE_LIMITS: limits } })
    owner = await test.signUp()
    key = await owner.key()
    const search = test.deps.knowledge.search
    Object.assign(test.deps.knowledge, {
      search: async (query: Parameters<typeof search>[0]) => {
        await written
        return search(query)
      },
    })
  })
  afterAll(() => test.close())

  const teach = async (settings: object = {}) => {
    const { id } = await buildAgent(test, owner)
    await buildTextSource(test, owner, id, OPENING)
    if (Object.keys(settings).length > 0)
      await test.request('updateAgent', { params: { agent: id }, body: settings }, { key })
    return id
  }
  const thread = async (agent: string, conversation: string) =>
    (await test.request('listMessages', { params: { agent, conversation } }, { key })).data
  const say = (agent: string, conversation: string, content: string) =>
    test.request('sendMessage', { params: { agent, conversation }, body: { content } }, { key })

  /** Has a visitor do things while no reply gets finished. */
  async function unanswered(act: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    written = promise
    await act().finally(resolve)
  }

  /** Has a visitor write messages at once. @returns the one reply with its answer trace */
  async function reply(agent: string, messages: string[]) {
    const { id } = await buildConversation(test, owner, agent)
    await unanswered(async () => {
      for (const content of messages) await say(agent, id, content)
    })
    await test.settled()
    const all = await thread(agent, id)
    expect(all.map(({ role }) => role)).toEqual(['assistant', ...messages.map(() => 'visitor'), 'assistant'])
    const params = { agent, conversation: id, message: all.at(-1)!.id }
    const { data: trace } = await test.request('getAnswerTrace', { params }, owner)
    const { data: conversation } = await test.request('getConversation', { params }, { key })
    return { content: all.at(-1)!.content, trace, mode: conversation.response_mode }
  }
  const gaps = async (agent: string) =>
    (await test.request('listGaps', { params: { agent }, query: {} }, owner)).data.map(({ question }) => question)

  it('answers each question in one reply, and cites for each', async () => {
    const agent = await teach()
    const both = await reply(agent, ['When is breakfast served?', 'When does the pool open?'])
    expect(both.content).toBe(`${BREAKFAST}\n\n${POOL}`)
    expect(both.trace).toMatchObject({
      decision: 'answered',
      reason: null,
      search_query: 'When is breakfast served?\nWhen does the pool open?',
    })
    expect(both.trace.citations.map(({ quote }) => quote).join(' ')).toContain('garden room')
    expect(both.trace.citations.map(({ quote }) => quote).join(' ')).toContain('pool opens')
    expect(await gaps(agent)).toEqual([])
  })

  it('answers what was asked beside thanks and a greeting', async () => {
    const agent = await teach()
    expect((await reply(agent, ['When is breakfast served?', 'Thanks!'])).content).toBe(BREAKFAST)
    expect((await reply(agent, ['Hi', 'When does the pool open?', 'please'])).content).toBe(POOL)
    expect(await gaps(agent)).toEqual([])
  })

  it('says which question it does not know, and that one becomes a gap', async () => {
    const agent = await teach()
    const { content, trace } = await reply(agent, ['Can I bring my dog?', 'When does the pool open?'])
    expect(content).toBe(`${POOL}\n\n“Can I bring my dog?” – ${UNKNOWN}`)
    expect(trace).toMatchObject({ decision: 'unknown', search_query: 'Can I bring my dog?' })
    expect(trace.citations).toHaveLength(1)
    expect(await gaps(agent)).toEqual(['Can I bring my dog?'])
  })

  it('makes a gap of each question that it does not know', async () => {
    const agent = await teach()
    const { content } = await reply(agent, ['Can I bring my dog?', 'Which planets have rings?'])
    expect(content).toBe(UNKNOWN)
    expect((await gaps(agent)).toSorted()).toEqual(['Can I bring my dog?', 'Which planets have rings?'])
  })

  it('hands over what it does not know with what it knows', async () => {
    const agent = await teach({ human_intervention: true })
    const { content, trace, mode } = await reply(agent, ['When does the pool open?', 'Can I bring my dog?'])
    const handOver = 'I am sorry, I do not know the answer to that. A person will take over and reply here.'
    expect([content, mode]).toEqual([`${POOL}\n\n“Can I bring my dog?” – ${handOver}`, 'human'])
    expect(trace).toMatchObject({ decision: 'handed_over', asked_for_person: false })
    expect(await gaps(agent)).toEqual(['Can I bring my dog?'])
  })

  it.each([['Hello?'], ['please'], ['When is breakfast served?']])(
    'hands over to a person who was asked for before %j',
    async (later) => {
      const agent = await teach({ human_intervention: true })
      const { trace, mode } = await reply(agent, ['I want to talk to a human', later])
      expect(mode).toBe('human')
      expect(trace).toMatchObject({ decision: 'handed_over', reason: 'asked_for_person', asked_for_person: true })
      expect(await gaps(agent)).toEqual([])
    },
  )

  it('says that no person can come, and answers the question beside that', async () => {
    const agent = await teach()
    const { content, mode } = await reply(agent, ['I want to talk to a human', 'When is breakfast served?'])
    expect(content).toMatch(new RegExp(`^${BREAKFAST}\n\n.*cannot bring a person`))
    expect(mode).toBe('ai')
  })

  it('offers a form beside an answer', async () => {
    const agent = await teach()
    await buildAction(test, owner, agent)
    const { content } = await reply(agent, ['When is breakfast served?', 'Please call me back'])
    expect(content).toBe(`${BREAKFAST}\n\nGladly. Please fill in the form below.`)
  })

  it('answers a question that was asked just before a form was sent, and confirms the form', async () => {
    const agent = await teach()
    await buildAction(test, owner, agent)
    const { id: conversation } = await buildConversation(test, owner, agent)
    await say(agent, conversation, 'I want to leave my details')
    await test.settled()
    const form = (await thread(agent, conversation)).at(-1)!
    const params = { agent, conversation, message: form.id }
    const body = { action: 'collect-lead', result: [{ name: 'Ana', email: 'ana@example.com' }] }
    await unanswered(async () => {
      await say(agent, conversation, 'When is breakfast served?')
      expect((await test.request('submitActionResult', { params, body }, { key })).status).toBe(200)
    })
    await test.settled()
    const last = (await thread(agent, conversation)).slice(-2).map(({ role, content }) => [role, content])
    expect(last[0]).toEqual(['visitor', 'When is breakfast served?'])
    expect(last[1]![1]).toMatch(new RegExp(`^${BREAKFAST}\n\nThank you, your details have been received`))
  })
})
