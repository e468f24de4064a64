import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation, buildImported } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('conversations on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string

  beforeAll(async () => {
    test = await createTestApp({ database, env: { RATE_LIMITS: '{"read":100000,"write":100000,"polling":100000}' } })
    owner = await test.signUp()
    key = await owner.key()
  })
  afterAll(() => test.close())

  const disable = (agent: string, is_disabled = true) =>
    test.request('updateAgentSettings', { params: { agent }, body: { is_disabled } }, owner)
  const messages = async (agent: string, conversation: string) =>
    (await test.request('listMessages', { params: { agent, conversation } }, { key })).data
  const send = (agent: string, conversation: string, content: string) =>
    test.request('sendMessage', { params: { agent, conversation }, body: { content } }, { key })
  const human = (agent: string, conversation: string, content: string) =>
    test.request('sendHumanMessage', { params: { agent, conversation }, body: { content } }, { key })
  const update = (agent: string, conversation: string, body: object) =>
    test.request('updateConversation', { params: { agent, conversation }, body }, { key })
  const codeOf = (answer: { status: number; body: { error: { code: string } } }) => [
    answer.status,
    answer.body.error.code,
  ]

  describe('POST /agents/{agent}/conversations', () => {
    it('opens a conversation in AI mode with a greeting that costs no credit', async () => {
      const agent = await buildAgent(test, owner)
      const conversation = await buildConversation(test, owner, agent.id)
      expect(conversation).toMatchObject({ origin: 'public_api', status: 'open', response_mode: 'ai' })
      expect(conversation.chat_user).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: null,
        email: null,
        identity_verified: false,
      })
      const [greeting, ...rest] = await messages(agent.id, conversation.id)
      expect(greeting).toMatchObject({ role: 'assistant', action_required: false, action: null })
      expect([greeting!.content.length > 0, rest]).toEqual([true, []])
      const organization = await test.request(
        'getOrganization',
        { params: { organization: owner.organizationId } },
        owner,
      )
      expect(organization.data.usage.message_credits.used).toBe(0)
    })

    it('opens in human mode without a greeting when the agent is human-only', async () => {
      const agent = await buildAgent(test, owner)
      await test.request('updateAgent', { params: { agent: agent.id }, body: { only_human: true } }, { key })
      const conversation = await buildConversation(test, owner, agent.id)
      expect(conversation.response_mode).toBe('human')
      expect(await messages(agent.id, conversation.id)).toEqual([])
    })

    it('answers 409 with the conversation in the way, for API conversations that are open only', async () => {
      const agent = await buildAgent(test, owner)
      await buildImported(test, owner, agent.id, { chat_user: { id: 'ana' } })
      const first = await buildConversation(test, owner, agent.id, { chat_user_id: 'ana' })
      const again = await test.request(
        'createConversation',
        { params: { agent: agent.id }, body: { chat_user_id: ' ana ' } },
        { key },
      )
      expect(codeOf(again)).toEqual([409, 'conversation_conflict'])
      expect(again.body.error.details).toEqual([{ field: 'chat_user_id', conversation_id: first.id }])
      await update(agent.id, first.id, { status: 'closed' })
      const second = await buildConversation(test, owner, agent.id, { chat_user_id: 'ana' })
      const reopened = await update(agent.id, first.id, { status: 'open' })
      expect(codeOf(reopened)).toEqual([409, 'conversation_conflict'])
      expect(reopened.body.error.details).toEqual([{ field: 'chat_user_id', conversation_id: second.id }])
    })

    it('lets one of 50 simultaneous creates for a visitor through', async () => {
      const agent = await buildAgent(test, owner)
      const create = () =>
        test.request('createConversation', { params: { agent: agent.id }, body: { chat_user_id: 'same' } }, { key })
      const answers = await Promise.all(Array.from({ length: 50 }, create))
      expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
      expect(answers.filter((answer) => answer.status === 409)).toHaveLength(49)
    })

    it('says 201 or 409 with another one, however many open, close and reopen at the same time', async () => {
      const agent = await buildAgent(test, owner)
      const body = { chat_user_id: 'restless' }
      const create = () => test.request('createConversation', { params: { agent: agent.id }, body }, { key })
      const first = await create()
      await update(agent.id, first.data.id, { status: 'closed' })
      const wrong: unknown[] = []
      const check = (answer: Awaited<ReturnType<typeof create>>, expected: number, own?: string) => {
        const named = answer.body.error?.details[0] as { conversation_id?: string } | undefined
        if (answer.status !== expected && (answer.status !== 409 || !named || named.conversation_id === own))
          wrong.push(answer.body)
      }
      const openAndClose = async () => {
        const created = await create()
        check(created, 201)
        if (created.status === 201) await update(agent.id, created.data.id, { status: 'closed' })
      }
      const reopenAndClose = async () => {
        check((await update(agent.id, first.data.id, { status: 'open' })) as never, 200, first.data.id)
        await update(agent.id, first.data.id, { status: 'closed' })
      }
      const restless = Array.from({ length: 4 }, async () => {
        for (let count = 0; count < 25; count += 1) await Promise.all([openAndClose(), reopenAndClose()])
      })
      await Promise.all(restless)
      expect(wrong).toEqual([])
    })

    it('answers 423 on a disabled agent', async () => {
      const agent = await buildAgent(test, owner)
      await disable(agent.id)
      const answer = await test.request('createConversation', { params: { agent: agent.id }, body: {} }, { key })
      expect(codeOf(answer)).toEqual([423, 'agent_unavailable'])
    })
  })

  describe('identity tokens', () => {
    const start = async (identity_mode: 'off' | 'optional' | 'required') => {
      const agent = await buildAgent(test, owner)
      const params = { agent: agent.id }
      await test.request('updateAgentSettings', { params, body: { identity_mode } }, owner)
      const { secret } = (await test.request('createIdentitySecret', { params }, owner)).data
      const token = (
        claims: object,
        options: { key?: string; audience?: string; expires?: string; algorithm?: string } = {},
      ) => {
        const jwt = new SignJWT({ ...claims }).setProtectedHeader({ alg: options.algorithm ?? 'HS256' })
        jwt.setAudience(options.audience ?? agent.id)
        if (options.expires !== 'never') jwt.setExpirationTime(options.expires ?? '5m')
        return jwt.sign(new TextEncoder().encode(options.key ?? secret))
      }
      const create = (body: object) => test.request('createConversation', { params, body }, { key })
      return { token, create }
    }

    it('names and verifies the visitor', async () => {
      const { token, create } = await start('required')
      const identity_token = await token({ sub: 'ana', name: 'Ana', email: 'ana@example.com' })
      const answer = await create({ identity_token, chat_user_id: 'ana' })
      expect(answer.data.chat_user).toEqual({
        id: 'ana',
        name: 'Ana',
        email: 'ana@example.com',
        identity_verified: true,
      })
    })

    it('is refused unless it is signed, current, for this agent and for this visitor', async () => {
      const { token, create } = await start('optional')
      const bad = [
        await token({ sub: 'ana' }, { key: 'x'.repeat(43) }),
        await token({ sub: 'ana' }, { expires: '-1m' }),
        await token({ sub: 'ana' }, { expires: 'never' }),
        await token({ sub: 'ana' }, { audience: 'somebody-else' }),
        await token({ sub: 'ana' }, { algorithm: 'HS512' }),
        await token({}),
        'nonsense',
      ]
      for (const identity_token of bad) {
        const answer = await create({ identity_token })
        expect([answer.status, answer.body.error?.details[0].field]).toEqual([422, 'identity_token'])
      }
      const mismatch = await create({ identity_token: await token({ sub: 'ana' }), chat_user_id: 'bob' })
      expect(mismatch.body.error.details[0].field).toBe('identity_token')
      expect((await create({ chat_user_id: 'carl' })).data.chat_user.identity_verified).toBe(false)
    })

    it('may be issued by a clock that is a minute ahead, but not be good for longer than it says', async () => {
      const { token, create } = await start('required')
      const seconds = Math.floor(Date.now() / 1000)
      for (const [ahead, status] of [
        [5, 201],
        [50, 201],
        [120, 422],
      ] as const) {
        const identity_token = await token({ sub: `ana${ahead}`, nbf: seconds + ahead, iat: seconds + ahead })
        expect((await create({ identity_token })).status).toBe(status)
      }
      expect((await create({ identity_token: await token({ sub: 'eva' }, { expires: '-5s' }) })).status).toBe(422)
    })

    it('is required where the agent requires it', async () => {
      const { create } = await start('required')
      expect((await create({ chat_user_id: 'ana' })).body.error.details).toEqual([
        { field: 'identity_token', message: 'The identity_token field is required.' },
      ])
    })
  })

  describe('PATCH /agents/{agent}/conversations/{conversation}', () => {
    it('walks every transition there is', async () => {
      const agent = await buildAgent(test, owner)
      const { id } = await buildConversation(test, owner, agent.id)
      const set = async (body: object) => {
        const answer = await update(agent.id, id, body)
        return answer.status === 200 ? [answer.data.status, answer.data.response_mode] : codeOf(answer)
      }
      expect(await set({ response_mode: 'human' })).toEqual(['open', 'human'])
      expect(await set({ response_mode: 'ai', status: 'closed' })).toEqual(['closed', 'ai'])
      expect(await set({ response_mode: 'human' })).toEqual([422, 'conversation_closed'])
      expect(await set({ response_mode: 'human', status: 'closed' })).toEqual([422, 'conversation_closed'])
      expect(await set({ status: 'closed' })).toEqual(['closed', 'ai'])
      expect(await set({ response_mode: 'human', status: 'open' })).toEqual(['open', 'human'])
      expect(await set({})).toEqual([422, 'validation_failed'])
      await disable(agent.id)
      expect(await set({ status: 'closed' })).toEqual([423, 'agent_unavailable'])
    })

    it('works on conversations of all origins', async () => {
      const agent = await buildAgent(test, owner)
      for (const origin of ['widget', 'email'] as const) {
        const { id } = await buildImported(test, owner, agent.id, { origin })
        expect((await update(agent.id, id, { response_mode: 'human' })).data).toMatchObject({
          origin,
          response_mode: 'human',
        })
        expect((await human(agent.id, id, 'Hello')).status).toBe(201)
        expect(codeOf(await send(agent.id, id, 'Hello'))).toEqual([404, 'resource_not_found'])
        expect(
          (await test.request('deleteConversation', { params: { agent: agent.id, conversation: id } }, { key })).status,
        ).toBe(204)
      }
    })
  })

  describe('messages', () => {
    it('stores the visitor message and, later, one reply', async () => {
      const agent = await buildAgent(test, owner)
      const { id } = await buildConversation(test, owner, agent.id)
      const sent = await send(agent.id, id, '  Where do you deliver?  ')
      expect(sent.data).toMatchObject({
        role: 'visitor',
        content: 'Where do you deliver?',
        action_required: false,
        action: null,
      })
      await test.settled()
      const all = await messages(agent.id, id)
      expect(all.map((message) => message.role)).toEqual(['assistant', 'visitor', 'assistant'])
      const trace = await test.request(
        'getAnswerTrace',
        { params: { agent: agent.id, conversation: id, message: all[2]!.id } },
        owner,
      )
      expect(trace.data).toMatchObject({ decision: 'unknown', citations: [] })
      const times = all.map((message) => message.created_at)
      expect(times).toEqual([...times].sort())
    })

    it('tells on the answer trace when a visitor asked for a person and handing over is off', async () => {
      const agent = await buildAgent(test, owner)
      const { id } = await buildConversation(test, owner, agent.id)
      const traceOfReplyTo = async (content: string) => {
        await send(agent.id, id, content)
        await test.settled()
        const message = (await messages(agent.id, id)).at(-1)!.id
        const params = { agent: agent.id, conversation: id, message }
        return (await test.request('getAnswerTrace', { params }, owner)).data
      }
      const question = { reason: 'no_passage', search_query: 'Where do you deliver?' }
      const unknown = { decision: 'unknown', asked_for_person: false, ...question }
      expect(await traceOfReplyTo('Where do you deliver?')).toMatchObject(unknown)
      expect(await traceOfReplyTo('I want to talk to a human please')).toEqual({
        decision: 'unknown',
        reason: 'asked_for_person',
        search_query: 'I want to talk to a human please',
        asked_for_person: true,
        cites_nothing: false,
        is_cut: false,
        citations: [],
        model: 'baton-built-in',
        latency_ms: expect.any(Number),
        ...{ sentences: null, retried: null, input_tokens: null, output_tokens: null },
      })
      await test.request('updateAgent', { params: { agent: agent.id }, body: { human_intervention: true } }, { key })
      const handedOver = await traceOfReplyTo('I want to talk to a human please')
      expect(handedOver).toMatchObject({ decision: 'handed_over', reason: 'asked_for_person' })
    })

    it('refuses a closed conversation with 422, a disabled agent with 423', async () => {
      const agent = await buildAgent(test, owner)
      const { id } = await buildConversation(test, owner, agent.id)
      await disable(agent.id)
      expect(codeOf(await send(agent.id, id, 'x'))).toEqual([423, 'agent_unavailable'])
      expect(codeOf(await human(agent.id, id, 'x'))).toEqual([423, 'agent_unavailable'])
      expect((await messages(agent.id, id)).length).toBe(1)
      await disable(agent.id, false)
      await update(agent.id, id, { status: 'closed' })
      expect(codeOf(await send(agent.id, id, 'x'))).toEqual([422, 'conversation_closed'])
    })

    it('pages oldest first with an exact total, and answers 304 until something happens', async () => {
      const agent = await buildAgent(test, owner)
      const { id } = await buildConversation(test, owner, agent.id)
      for (const content of ['one', 'two', 'three', 'four']) await human(agent.id, id, content)
      const params = { agent: agent.id, conversation: id }
      const page = await test.request('listMessages', { params, query: { page: 2, per_page: 2 } }, { key })
      expect(page.data.map((message) => message.content)).toEqual(['two', 'three'])
      expect(page.body.meta).toMatchObject({ total: 5, last_page: 3 })
      const poll = () =>
        test.request(
          'listMessages',
          { params, query: { page: 2, per_page: 2 } },
          { key, headers: { 'if-none-match': String(page.headers.etag) } },
        )
      const same = await poll()
      expect([same.status, same.body]).toEqual([304, undefined])
      await human(agent.id, id, 'five')
      expect((await poll()).status).toBe(200)
    })

    it('a human reply takes over and stores who wrote it', async () => {
      const agent = await buildAgent(test, owner)
      const { id } = await buildConversation(test, owner, agent.id)
      expect((await human(agent.id, id, 'I am here.')).data).toMatchObject({ role: 'human', content: 'I am here.' })
      await send(agent.id, id, 'Thank you!')
      await test.settled()
      expect((await messages(agent.id, id)).map((message) => message.role)).toEqual(['assistant', 'human', 'visitor'])
      const conversation = await test.request(
        'getConversation',
        { params: { agent: agent.id, conversation: id } },
        { key },
      )
      expect(conversation.data.response_mode).toBe('human')
    })

    it('deleting hides the conversation and its messages', async () => {
      const agent = await buildAgent(test, owner)
      const { id } = await buildConversation(test, owner, agent.id)
      const params = { agent: agent.id, conversation: id }
      const gone = await test.request('deleteConversation', { params }, { key })
      expect([gone.status, gone.body]).toEqual([204, undefined])
      expect((await test.request('listMessages', { params }, { key })).status).toBe(404)
      const list = await test.request('listConversations', { params: { agent: agent.id } }, { key })
      expect([list.data, list.body.meta.total]).toEqual([[], 0])
    })
  })

  describe('GET /agents/{agent}/conversations', () => {
    it('lists all origins newest first, filters, and knows every total', async () => {
      const agent = await buildAgent(test, owner)
      const api = await buildConversation(test, owner, agent.id)
      const widget = await buildImported(test, owner, agent.id, { origin: 'widget' })
      const email = await buildImported(test, owner, agent.id, { origin: 'email' })
      await update(agent.id, widget.id, { response_mode: 'human' })
      await update(agent.id, email.id, { status: 'closed' })
      const list = async (query: object) => {
        const answer = await test.request('listConversations', { params: { agent: agent.id }, query }, { key })
        expect(answer.body.meta.total).toBe(answer.data.length)
        return answer.data.map((conversation) => conversation.id)
      }
      expect(await list({})).toEqual([email.id, widget.id, api.id])
      expect(await list({ status: 'open' })).toEqual([widget.id, api.id])
      expect(await list({ response_mode: 'ai' })).toEqual([email.id, api.id])
      expect(await list({ response_mode: 'ai', status: 'open' })).toEqual([api.id])
    })
  })

  describe('credits', () => {
    it('says that none is left before that the agent is disabled', async () => {
      const env = { PLAN_QUOTAS: '{"premium":{"message_credits":1}}' }
      const own = await createTestApp({ database, env, worker: false })
      try {
        const someone = await own.signUp()
        const itsKey = await someone.key()
        const agent = (await buildAgent(own, someone)).id
        const [one, other] = await Promise.all([1, 2].map(() => buildConversation(own, someone, agent)))
        const send = (conversation: string) =>
          own.request('sendMessage', { params: { agent, conversation }, body: { content: 'x' } }, { key: itsKey })
        expect((await send(one!.id)).status).toBe(201)
        await own.request('updateAgentSettings', { params: { agent }, body: { is_disabled: true } }, someone)
        const refused = await send(other!.id)
        expect([refused.status, refused.body.error.code]).toEqual([422, 'subscription_limit_exceeded'])
      } finally {
        await own.close()
      }
    })

    it('takes one for the reply by which the AI hands over', async () => {
      const agent = await buildAgent(test, owner)
      const settings = { human_intervention: true }
      await test.request('updateAgent', { params: { agent: agent.id }, body: settings }, { key })
      const { id } = await buildConversation(test, owner, agent.id)
      const params = { organization: owner.organizationId }
      const used = async () =>
        (await test.request('getOrganization', { params }, owner)).data.usage.message_credits.used
      const before = await used()
      await send(agent.id, id, 'Can I talk to a person?')
      await test.settled()
      const conversation = { agent: agent.id, conversation: id }
      const { data } = await test.request('getConversation', { params: conversation }, { key })
      expect([data.response_mode, await used()]).toEqual(['human', before + 1])
      const replies = test.deps.database.read.selectFrom('replies').select('status').where('conversation_id', '=', id)
      expect(await replies.execute()).toEqual([{ status: 'stored' }])
    })

    it('accepts one of 20 sends on the last credit, and gives back what was not spent', async () => {
      const own = await createTestApp({
        database,
        env: { PLAN_QUOTAS: '{"premium":{"message_credits":1}}' },
        worker: false,
      })
      try {
        const someone = await own.signUp()
        const itsKey = await someone.key()
        const agent = await buildAgent(own, someone)
        const ids = await Promise.all(Array.from({ length: 20 }, () => buildConversation(own, someone, agent.id)))
        const answers = await Promise.all(
          ids.map(({ id }) =>
            own.request(
              'sendMessage',
              { params: { agent: agent.id, conversation: id }, body: { content: 'x' } },
              { key: itsKey },
            ),
          ),
        )
        expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(422)])
        expect(answers.find((answer) => answer.status === 422)?.body.error.code).toBe('subscription_limit_exceeded')
        const taken = ids[answers.findIndex((answer) => answer.status === 201)]!
        const again = await own.request(
          'sendMessage',
          { params: { agent: agent.id, conversation: taken.id }, body: { content: 'and?' } },
          { key: itsKey },
        )
        expect(again.status).toBe(201)
        await own.request(
          'sendHumanMessage',
          { params: { agent: agent.id, conversation: taken.id }, body: { content: 'me' } },
          { key: itsKey },
        )
        const usage = await own.request(
          'getOrganization',
          { params: { organization: someone.organizationId } },
          someone,
        )
        expect(usage.data.usage.message_credits).toEqual({ used: 0, limit: 1 })
      } finally {
        await own.close()
      }
    })
  })
})

describe.each(databases())('conversations changed within one millisecond on $name', (database) => {
  it('are seen to change each time', async () => {
    const now = Date.now()
    const test = await createTestApp({ database, now: () => now, worker: false })
    try {
      const owner = await test.signUp()
      const key = await owner.key()
      const agent = await buildAgent(test, owner)
      const { id, updated_at } = await buildConversation(test, owner, agent.id)
      const params = { agent: agent.id, conversation: id }
      const seen = [updated_at]
      for (const body of [{ response_mode: 'human' }, { response_mode: 'ai' }, { status: 'closed' }] as const)
        seen.push((await test.request('updateConversation', { params, body }, { key })).data.updated_at)
      expect(new Set(seen).size).toBe(4)
      expect(seen.toSorted()).toEqual(seen)
    } finally {
      await test.close()
    }
  })
})
