import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import type { Tables } from '../../db/tables.ts'
import { databases } from '../../testing/database.ts'
import { buildAction, buildAgent, buildConversation, buildTextSource } from '../../testing/factories.ts'
import { createReceiver, type Receiver, type ReceiverAnswer } from '../../testing/receiver.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

type Message = Input<'askPlayground'>['body']['messages'][number]

const OPENING = 'Breakfast is served from 7:00 to 10:30 in the garden room.\n\nThe pool opens at 8:00.'
const visitor = (content: string): Message => ({ role: 'visitor', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })

/** Tables that a reply to a real visitor, or any request, would change. */
const watched = [
  'conversations',
  'messages',
  'replies',
  'receipts',
  'events',
  'counters',
  'quota_usage',
  'jobs',
  'webhook_deliveries',
  'webhook_attempts',
  'idempotency_keys',
  'uploads',
  'agents',
  'agent_actions',
] as const satisfies (keyof Tables)[]

describe.each(databases())('the playground on $name', (database) => {
  let model: Receiver
  let modelAnswers: ReceiverAnswer
  let test: TestApp
  let owner: Owner
  let agent: string
  let theirModel: string

  beforeAll(async () => {
    model = await createReceiver(() => modelAnswers)
    test = await createTestApp({
      database,
      env: {
        OPENAI_COMPATIBLE_BASE_URL: `${model.url}/v1`,
        OPENAI_COMPATIBLE_MODELS: 'theirs',
        PLAN_QUOTAS: JSON.stringify({ premium: { message_credits: 1 } }),
      },
    })
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
    theirModel = (await test.request('listModels', {}, owner)).data.find(({ slug }) => slug === 'theirs')!.id
    await buildTextSource(test, owner, agent, OPENING)
  })
  afterAll(async () => {
    await test.close()
    await model.close()
  })

  const ask = (
    messages: Message[],
    more: Partial<Omit<Input<'askPlayground'>['body'], 'messages'>> & { agent?: string } = {},
    caller = owner,
  ) => {
    const { agent: of = agent, ...body } = more
    return test.request('askPlayground', { params: { agent: of }, body: { messages, ...body } }, caller)
  }
  const creditsUsed = async () => {
    const params = { organization: owner.organizationId }
    return (await test.request('getOrganization', { params }, owner)).data.usage.message_credits.used
  }
  const stored = async () => {
    const tables = watched.map(async (table) => [
      table,
      await test.deps.database.read.selectFrom(table).selectAll().execute(),
    ])
    return Object.fromEntries(await Promise.all(tables))
  }
  const says = (content: string, finish_reason = 'stop') => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id: '1',
      object: 'chat.completion',
      created: 1,
      model: 'theirs',
      choices: [{ index: 0, finish_reason, message: { role: 'assistant', content } }],
    }),
  })

  describe('POST /agents/{agent}/playground', () => {
    it('tells how far it is, replies with the trace, and stores nothing at all', async () => {
      const before = await stored()
      const answer = await ask([assistant('Hello!'), visitor('When does the pool open?')])
      expect([answer.status, answer.progress]).toEqual([200, [{ stage: 'searching' }, { stage: 'writing' }]])
      expect(answer.data.content).toContain('8:00')
      expect(answer.data.action).toBeNull()
      expect(answer.data.trace).toMatchObject({
        decision: 'answered',
        model: 'baton-built-in',
        asked_for_person: false,
        reason: null,
        search_query: 'When does the pool open?',
        citations: [{ url: null, quote: expect.stringContaining('8:00') }],
      })
      expect(answer.headers['cache-control']).toContain('no-store')
      await test.settled()
      expect(await stored()).toEqual(before)
      expect(await creditsUsed()).toBe(0)
    })

    it('understands a follow-up by what was asked before', async () => {
      const messages = [visitor('When is breakfast served?'), assistant('From 7:00.'), visitor('And where?')]
      const { content, trace } = (await ask(messages)).data
      expect(content).toContain('garden room')
      expect(trace.search_query).toBe('When is breakfast served?\nAnd where?')
    })

    it('tells nothing near from near without an answer', async () => {
      const why = async (question: string) => (await ask([visitor(question)])).data.trace.reason
      expect(await why('Which planets have rings?')).toBe('no_passage')
      expect(await why('What does breakfast in the garden room cost on 24 December?')).toBe('not_supported')
    })

    it('answers as if sources were gone', async () => {
      const { id } = await buildAgent(test, owner, { name: 'Sources' })
      const first = await buildTextSource(test, owner, id, 'The sauna opens at 16:00.')
      const second = await buildTextSource(test, owner, id, 'The sauna opens at 17:00 in winter.')
      const without = async (...sources: string[]) => {
        const { trace } = (await ask([visitor('When does the sauna open?')], { agent: id, without: sources })).data
        return [trace.decision, ...new Set(trace.citations.map(({ source_id }) => source_id))]
      }
      expect(await without(first.id)).toEqual(['answered', second.id])
      expect(await without(second.id)).toEqual(['answered', first.id])
      expect(await without(first.id, second.id)).toEqual(['unknown'])
    })

    it('answers the more, the less sure it must be, by the agent’s setting or the one that is tried', async () => {
      const questions = ['When does the pool open?', 'Can I bring my dog to breakfast?', 'Which planets have rings?']
      questions.push('What does breakfast in the garden room cost on 24 December?', 'Is the pool heated?')
      const answered = async (threshold?: 'cautious' | 'balanced' | 'bold') => {
        const more = threshold ? { threshold } : {}
        const replies = await Promise.all(questions.map((question) => ask([visitor(question)], more)))
        return questions.filter((_, at) => replies[at]?.data.trace.decision === 'answered')
      }
      const params = { agent }
      const settings = async () => (await test.request('getAgentSettings', { params }, owner)).data.threshold
      const [cautious, balanced, bold] = [
        await answered('cautious'),
        await answered('balanced'),
        await answered('bold'),
      ]
      expect(balanced).toEqual(expect.arrayContaining(cautious))
      expect(bold).toEqual(expect.arrayContaining(balanced))
      expect(bold.length).toBeGreaterThan(cautious.length)
      expect([await settings(), await answered()]).toEqual(['balanced', balanced])
      await test.request('updateAgentSettings', { params, body: { threshold: 'bold' } }, owner)
      expect([await settings(), await answered()]).toEqual(['bold', bold])
      await test.request('updateAgentSettings', { params, body: { threshold: 'balanced' } }, owner)
    })

    it('says that it would hand over where the agent may, and that a person was asked for where it may not', async () => {
      const messages = [visitor('I want to talk to a person')]
      const alone = (await ask(messages)).data
      expect(alone.trace).toMatchObject({ decision: 'unknown', reason: 'asked_for_person', asked_for_person: true })
      const { id } = await buildAgent(test, owner, { name: 'Helped' })
      const params = { agent: id }
      await test.request('updateAgent', { params, body: { human_intervention: true } }, { key: await owner.key() })
      const before = await stored()
      expect((await ask(messages, params)).data.trace).toMatchObject({
        decision: 'handed_over',
        reason: 'asked_for_person',
        citations: [],
      })
      expect(await stored()).toEqual(before)
    })

    it('shows a form as a visitor would see it, checks what is filled in, and goes on', async () => {
      const { id } = await buildAgent(test, owner, { name: 'Forms' })
      const action = await buildAction(test, owner, id)
      const asked = visitor('Please contact me')
      const first = (await ask([asked], { agent: id })).data
      expect(first.action).toMatchObject({ agent_action_uuid: action.id, status: 'pending', result: null })
      expect(first.trace.reason).toBe('action')
      const fillIn = (result: Record<string, string>): Message => ({
        role: 'visitor',
        action_result: { agent_action_uuid: action.id, result: [result] },
      })
      const before = await stored()
      const wrong = await ask([asked, assistant(first.content), fillIn({ name: 'Ana', email: 'nobody' })], {
        agent: id,
      })
      expect(wrong.status).toBe(422)
      expect(wrong.body.error.details).toMatchObject([{ field: 'result.email' }])
      const messages = [asked, assistant(first.content), fillIn({ name: 'Ana', email: 'ana@example.com' })]
      const after = (await ask(messages, { agent: id })).data
      expect(after.trace).toMatchObject({ decision: 'answered', reason: null, search_query: null })
      expect(after.action).toBeNull()
      expect((await ask([...messages, visitor('Thank you')], { agent: id })).status).toBe(200)
      const gone = await ask([asked, { role: 'visitor', action_result: { agent_action_uuid: id, result: [{}] } }])
      expect(gone.body.error.details).toMatchObject([{ field: 'messages.1.action_result.agent_action_uuid' }])
      expect(await stored()).toEqual(before)
    })

    it('takes one credit for a reply of a provider, and none for one that another gave or nobody waited for', async () => {
      const question = [visitor('When does the pool open?')]
      modelAnswers = { status: 400, body: '{}' }
      expect((await ask(question, { model: theirModel })).data.trace.model).toBe('baton-built-in')
      expect(await creditsUsed()).toBe(0)
      modelAnswers = says('At eight. [[1]]')
      const { data } = await ask(question, { model: theirModel })
      expect([data.content, data.trace.model, data.trace.citations.length]).toEqual(['At eight.', 'theirs', 1])
      expect(await creditsUsed()).toBe(1)
      expect(data.trace.cites_nothing).toBe(false)
      const refused = await ask(question, { model: theirModel })
      expect([refused.status, refused.body.error.code]).toEqual([422, 'subscription_limit_exceeded'])
      expect((await ask(question)).status).toBe(200)
    })

    it('holds what a provider’s model says to the sources, in a trial and in a conversation, for one credit', async () => {
      modelAnswers = says('The pool opens at 8:00. [[1]] Entry costs 99 euros for everybody. [[1]]')
      const sentences = [
        { text: 'The pool opens at 8:00.', passages: [0], verdict: 'supported', missing: [] },
        { text: 'Entry costs 99 euros for everybody.', passages: [], verdict: 'dropped' },
      ]
      const found = { sentences, retried: true, decision: 'answered', input_tokens: null }
      const verifying = async () => {
        const owner = await test.signUp() // each has one credit
        const { id: agent } = await buildAgent(test, owner)
        await buildTextSource(test, owner, agent, OPENING)
        const body = { verification: 'strict' as const }
        await test.request('updateAgentSettings', { params: { agent }, body }, owner)
        return { owner, agent, key: { key: await owner.key() } }
      }
      const tried = await verifying()
      const question = 'When does the pool open?'
      const trial = await ask([visitor(question)], { agent: tried.agent, model: theirModel }, tried.owner)
      expect(trial.data).toMatchObject({ content: 'The pool opens at 8:00.', trace: found })

      const { agent, owner, key } = await verifying()
      await test.request('updateAgent', { params: { agent }, body: { model_id: theirModel } }, key)
      const params = { agent, conversation: (await buildConversation(test, owner, agent)).id }
      await test.request('sendMessage', { params, body: { content: question } }, key)
      await test.settled()
      const message = (await test.request('listMessages', { params }, key)).data.at(-1)!
      const trace = await test.request('getAnswerTrace', { params: { ...params, message: message.id } }, owner)
      expect(message.content).toBe('The pool opens at 8:00.')
      expect(trace.data).toMatchObject(found)
      const thread = await test.request('listThread', { params }, owner)
      const [, asked, replied] = thread.data.items
      const quote = expect.stringContaining('8:00')
      const sources = [{ number: 1, title: expect.any(String), quote }]
      const proof = { text: 'The pool opens at 8:00.', verdict: 'supported', sources }
      expect([asked?.message?.proofs, replied?.message?.proofs]).toEqual([null, [proof]])
      const organization = { organization: owner.organizationId }
      const { data } = await test.request('getOrganization', { params: organization }, owner)
      expect(data.usage.message_credits.used).toBe(1)
    })

    it('stops asking a provider when nobody waits any more, and gives the credit back', async () => {
      const other = await test.signUp()
      const params = { agent: (await buildAgent(test, other)).id }
      const organization = { params: { organization: other.organizationId } }
      const used = async () =>
        (await test.request('getOrganization', organization, other)).data.usage.message_credits.used
      modelAnswers = { hang: true }
      const asked = model.received.length
      const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
      const leaving = new AbortController()
      const answer = await fetch(`${address}/api/v1/agents/${params.agent}/playground`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: other.cookie },
        body: JSON.stringify({ messages: [visitor('When?')], model: theirModel }),
        signal: leaving.signal,
      })
      expect(answer.headers.get('content-type')).toContain('text/event-stream')
      await expect.poll(() => model.received.length).toBe(asked + 1)
      expect(await used()).toBe(1)
      leaving.abort()
      await expect.poll(used).toBe(0)
    })

    it('says of a reply that ran into its model’s limit that it was cut, there and in a conversation', async () => {
      modelAnswers = says('We open at nine. On Saturdays we op', 'length')
      const other = await test.signUp()
      const of = (await buildAgent(test, other)).id
      const tried = await ask([visitor('When do you open?')], { agent: of, model: theirModel }, other)
      expect(tried.data).toMatchObject({ content: 'We open at nine.', trace: { is_cut: true } })

      const third = await test.signUp() // each has one credit
      const { id: agent } = await buildAgent(test, third)
      const key = { key: await third.key() }
      await test.request('updateAgent', { params: { agent }, body: { model_id: theirModel } }, key)
      const params = { agent, conversation: (await buildConversation(test, third, agent)).id }
      await test.request('sendMessage', { params, body: { content: 'When do you open?' } }, key)
      await test.settled()
      const message = (await test.request('listMessages', { params }, key)).data.at(-1)!
      const trace = await test.request('getAnswerTrace', { params: { ...params, message: message.id } }, third)
      expect([message.content, trace.data.is_cut]).toEqual(['We open at nine.', true])
    })

    it('refuses what is no trial', async () => {
      const wrong: [object, string][] = [
        [{ messages: [] }, 'messages'],
        [{ messages: [assistant('Hello')] }, 'messages'],
        [{ messages: [{ role: 'human', content: 'x' }, visitor('x')] }, 'messages.0.role'],
        [{ messages: [visitor(' ')] }, 'messages.0.content'],
        [{ messages: [visitor('x')], model: owner.userId }, 'model'],
        [{ messages: [visitor('x')], threshold: 'certain' }, 'threshold'],
        [{ messages: Array.from({ length: 101 }, () => visitor('x')) }, 'messages'],
      ]
      for (const [body, field] of wrong) {
        const answer = await test.request('askPlayground', { params: { agent }, body: body as never }, owner)
        expect([answer.status, answer.body.error.details[0].field]).toEqual([422, field])
      }
    })

    it('offers a premium model on the premium plan alone', async () => {
      const other = await test.signUp()
      const of = (await buildAgent(test, other)).id
      const organization = { organization: other.organizationId }
      await test.request('updateOrganization', { params: organization, body: { plan: 'free' } }, other)
      const premium = (await test.request('listModels', {}, other)).data.find(({ is_premium }) => is_premium)!
      const answer = await ask([visitor('x')], { agent: of, model: premium.id }, other)
      expect(answer.body.error.code).toBe('premium_plan_required')
    })

    it('answers 423 for a disabled agent', async () => {
      const { id } = await buildAgent(test, owner, { name: 'Closed' })
      await test.request('updateAgentSettings', { params: { agent: id }, body: { is_disabled: true } }, owner)
      expect((await ask([visitor('x')], { agent: id })).body.error.code).toBe('agent_unavailable')
    })
  })
})
