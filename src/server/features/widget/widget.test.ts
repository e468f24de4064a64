import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widgetEndpoints } from '#contract/widget.ts'
import { weekdays } from '#contract/working-hours.ts'
import { visitorActsTopic } from '../../events/visitor-acts.ts'
import { beforeTransaction } from '../../testing/before-transaction.ts'
import { databases } from '../../testing/database.ts'
import { buildAction, buildAgent, buildImported } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { eraseConversation } from '../privacy/erase-conversation.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe.each(databases())('the API of visitors on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let late = 0

  beforeAll(async () => {
    test = await createTestApp({
      database,
      env: { TRUST_PROXY: '127.0.0.1' },
      now: () => Date.now() + late,
    })
    owner = await test.signUp()
  })
  afterAll(() => test.close())

  /** An address of its own for each visit, since visits are counted by address. */
  let addresses = 0
  const address = () => {
    addresses += 1
    return `10.1.${Math.floor(addresses / 250)}.${addresses % 250}`
  }
  const from = (ip = address()) => ({ headers: { 'x-forwarded-for': ip } })

  const settings = (agent: string, body: object) =>
    test.request('updateAgentSettings', { params: { agent }, body }, { cookie: owner.cookie })
  const visit = (agent: string, body: object = {}, caller: { headers: Record<string, string> } = from()) =>
    test.request('startVisit', { params: { agent }, body }, caller)
  async function visitor(agent: string, body: object = {}) {
    const answer = await visit(agent, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return { key: answer.data.token, ...from() }
  }
  const write = (who: { key: string }, content: string, id = randomUUID()) =>
    test.request('writeMessage', { body: { id, content } }, who)
  const read = async (who: { key: string }, after?: string) =>
    (await test.request('readVisit', { query: after === undefined ? {} : { after } }, who)).data
  const said = async (who: { key: string }) =>
    (await read(who)).items.flatMap((item) =>
      'message' in item ? [`${item.message.role}: ${item.message.content}`] : [],
    )
  async function premium() {
    const params = { organization: owner.organizationId }
    await test.request('updateOrganization', { params, body: { plan: 'premium' } as never }, { cookie: owner.cookie })
  }

  describe('GET /agents/{agent}', () => {
    it('tells how the chat looks, to anybody, and nothing of whose it is', async () => {
      const agent = await buildAgent(test, owner)
      const answer = await test.request('getWidget', { params: { agent: agent.id } })
      expect(answer.data).toEqual({
        name: 'Guide',
        greeting: 'Hello! I am an AI assistant. How can I help you today?',
        appearance: {
          accent_color: '#2563eb',
          theme: 'auto',
          position: 'right',
          launcher: 'icon',
          launcher_text: 'Chat',
          logo_url: null,
        },
        starters: [],
        away_text: '',
        locale: null,
        availability: 'away',
        ai: true,
        people: false,
      })
      expect(answer.headers['cache-control']).toBe('public, max-age=60')
      expect(JSON.stringify(answer.body)).not.toContain(owner.organizationId)
    })

    it('tells whether people are there: somebody who is available, in the working hours of the team', async () => {
      const team = await test.signUp()
      const agent = await buildAgent(test, team)
      const params = { organization: team.organizationId }
      const byCookie = { cookie: team.cookie }
      const change = (body: object) => test.request('updateOrganization', { params, body: body as never }, byCookie)
      const availability = async () =>
        (await test.request('getWidget', { params: { agent: agent.id } })).data.availability
      await change({ plan: 'premium' })
      const body = { human_intervention: true }
      await test.request('updateAgent', { params: { agent: agent.id }, body }, { key: await team.key() })
      expect(await availability()).toBe('people')
      const inThreeDays = weekdays[(new Date().getUTCDay() + 2) % 7]! // of Sunday, its number is 0
      const hours = (days: readonly string[]) =>
        Object.fromEntries(days.map((day) => [day, { from: '00:00', to: '00:00' }]))
      const changed = await change({ time_zone: 'UTC', working_hours: hours([inThreeDays]) })
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
      expect(await availability()).toBe('away')
      await change({ working_hours: hours(weekdays) })
      expect(await availability()).toBe('people')
      await test.request('updateOwnMember', { params, body: { availability: 'away' } }, byCookie)
      expect(await availability()).toBe('away')
    })

    it('tells whether AI and people may answer, whoever is there now', async () => {
      const team = await test.signUp()
      const agent = await buildAgent(test, team)
      const params = { organization: team.organizationId }
      await test.request('updateOrganization', { params, body: { plan: 'premium' } as never }, { cookie: team.cookie })
      const key = await team.key()
      const who = async () => {
        const { ai, people } = (await test.request('getWidget', { params: { agent: agent.id } })).data
        return { ai, people }
      }
      const change = (body: object) => test.request('updateAgent', { params: { agent: agent.id }, body }, { key })
      expect(await who()).toEqual({ ai: true, people: false })
      await change({ human_intervention: true })
      await test.request('updateOwnMember', { params, body: { availability: 'away' } }, { cookie: team.cookie })
      expect(await who()).toEqual({ ai: true, people: true })
      await change({ only_human: true })
      expect(await who()).toEqual({ ai: false, people: true })
      const disabled = { params: { agent: agent.id }, body: { is_disabled: true } }
      await test.request('updateAgentSettings', disabled, { cookie: team.cookie })
      expect(await who()).toEqual({ ai: false, people: false })
    })

    it('shows a disabled agent as away, with what was said to it, and no deleted one', async () => {
      const agent = await buildAgent(test, owner)
      const who = await visitor(agent.id)
      await write(who, 'Hello')
      await settings(agent.id, { is_disabled: true })
      const params = { agent: agent.id }
      expect(await said(who)).toContain('visitor: Hello')
      expect((await write(who, 'Still there?')).body.error.code).toBe('agent_unavailable')
      expect((await test.request('getWidget', { params })).data).toMatchObject({ availability: 'away', ai: false })
      expect((await visit(agent.id)).body.error.code).toBe('agent_unavailable')
      await test.request('deleteAgent', { params }, { key: await owner.key() })
      expect((await test.request('getWidget', { params })).status).toBe(404)
      expect((await visit(agent.id)).status).toBe(404)
      expect((await visit(randomUUID())).status).toBe(404)
      expect((await test.request('readVisit', { query: {} }, who)).status).toBe(404)
      expect((await write(who, 'And now?')).status).toBe(404)
      expect((await test.request('updateVisitor', { body: { name: 'Ana' } }, who)).status).toBe(404)
      expect((await test.request('rate', { body: { score: 'good' } }, who)).status).toBe(404)
      expect((await test.request('tellTyping', {}, who)).status).toBe(404)
      expect((await test.request('markRead', { body: { position: '1.0' } }, who)).status).toBe(404)
      expect((await test.request('askForPerson', {}, who)).status).toBe(404)
    })
  })

  describe('the settings of the chat', () => {
    it('are stored with the others, each where it is given', async () => {
      const agent = await buildAgent(test, owner)
      const origins = [
        'https://www.Example.com/',
        'http://localhost:4000',
        'https://*.example.org',
        'https://bücher.de',
      ]
      const first = await settings(agent.id, { widget_origins: origins, appearance: { accent_color: '#AA0000' } })
      expect(first.data.widget_origins).toEqual([
        'https://www.example.com',
        'http://localhost:4000',
        'https://*.example.org',
        'https://xn--bcher-kva.de',
      ])
      const second = await settings(agent.id, { appearance: { position: 'left' }, starters: ['Prices?'], locale: 'de' })
      expect(second.data).toMatchObject({
        widget_origins: first.data.widget_origins,
        appearance: { accent_color: '#aa0000', position: 'left', theme: 'auto' },
        starters: ['Prices?'],
        locale: 'de',
        greeting: 'Hello! I am an AI assistant. How can I help you today?',
      })
    })

    it.each([
      ['widget_origins.0', { widget_origins: ['http://example.com'] }],
      ['widget_origins.0', { widget_origins: ['https://example.com/shop'] }],
      ['widget_origins.0', { widget_origins: ['javascript:alert(1)'] }],
      ['widget_origins.1', { widget_origins: ['https://example.com', 'https://*.co.uk'] }],
      ['widget_origins.0', { widget_origins: ['https://*.github.io'] }],
      ['widget_origins.0', { widget_origins: ['https://*'] }],
      ['widget_origins', { widget_origins: Array.from({ length: 51 }, (_, n) => `https://${n}.example.com`) }],
      ['starters', { starters: Array.from({ length: 7 }, (_, n) => `${n}`) }],
      ['appearance.accent_color', { appearance: { accent_color: 'red;}' } }],
      ['locale', { locale: 'xx' }],
      ['ai_replies_per_day', { ai_replies_per_day: -1 }],
    ])('refuses what is wrong with %s', async (field, body) => {
      const agent = await buildAgent(test, owner)
      const answer = await settings(agent.id, body)
      expect([answer.status, answer.body.error?.details[0]?.field]).toEqual([422, field])
    })
  })

  describe('POST /agents/{agent}/sessions', () => {
    it('begins a visit, and goes on with it under its token', async () => {
      const agent = await buildAgent(test, owner)
      const first = await visit(agent.id, { page_url: 'https://a.example/x?secret=1', locale: 'de-CH' })
      expect([first.status, first.data.visitor, first.data.conversation, first.headers['cache-control']]).toEqual([
        201,
        { name: null, email: null, identity_verified: false },
        null,
        'no-store',
      ])
      const again = await visit(agent.id, { token: first.data.token })
      expect([again.status, again.data.token]).toEqual([200, first.data.token])
    })

    it('begins a new one with a token that is unknown, of another agent, ended or no token at all', async () => {
      const agent = await buildAgent(test, owner)
      const other = await buildAgent(test, owner)
      const { key } = await visitor(other.id)
      for (const token of [key, 'x'.repeat(43), 'short', '../..', 7, null, 'x'.repeat(10_000)])
        expect((await visit(agent.id, { token })).status, String(token)).toBe(201)
      const old = await visitor(agent.id)
      for (const days of [179, 358]) {
        late = days * DAY_MS
        expect((await visit(agent.id, { token: old.key })).status).toBe(200)
      }
      late = 540 * DAY_MS
      expect((await visit(agent.id, { token: old.key })).status).toBe(201)
      expect((await test.request('readVisit', {}, old)).status).toBe(401)
      late = 0
    })

    it('leaves out addresses of pages that are none, and what follows the path', async () => {
      const agent = await buildAgent(test, owner)
      for (const page_url of ['javascript:alert(1)', 'x'.repeat(100_000), 5, {}, 'data:text/html,x'])
        expect((await visit(agent.id, { page_url, referrer: page_url })).status).toBe(201)
      await visit(agent.id, { page_url: 'https://b.example/path?token=secret#x', referrer: 'https://c.example/?q=1' })
      const rows = await test.deps.database.read
        .selectFrom('visitors')
        .select(['page_url', 'referrer'])
        .where('agent_id', '=', agent.id)
        .orderBy('id')
        .execute()
      expect(rows.at(-1)).toEqual({ page_url: 'https://b.example/path', referrer: 'https://c.example/' })
      expect(rows.slice(0, -1).every(({ page_url, referrer }) => page_url === null && referrer === null)).toBe(true)
    })

    it('takes sixty of a thousand in a minute from one network', async () => {
      const agent = await buildAgent(test, owner)
      const network = (host: number) => ({ headers: { 'x-forwarded-for': `2001:db8:1:2::${host.toString(16)}` } })
      const answers = await Promise.all(Array.from({ length: 1_000 }, (_, host) => visit(agent.id, {}, network(host))))
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused).toHaveLength(940)
      expect(refused[0]!.body.error.message).toMatch(/^Too many visits .* Try again in \d+ seconds?\.$/)
      expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
      expect((await visit(agent.id)).status).toBe(201)
    })
  })

  describe('who a visitor is', () => {
    async function proving(mode: 'optional' | 'required' = 'optional') {
      const agent = await buildAgent(test, owner)
      await settings(agent.id, { identity_mode: mode })
      const secret = await test.request(
        'createIdentitySecret',
        { params: { agent: agent.id } },
        { cookie: owner.cookie },
      )
      const sign = (sub: string, claims: object = {}) =>
        new SignJWT({ name: `Name of ${sub}`, email: `${sub}@example.com`, ...claims })
          .setProtectedHeader({ alg: 'HS256' })
          .setSubject(sub)
          .setAudience(agent.id)
          .setExpirationTime(Math.floor((Date.now() + late) / 1000) + 600)
          .sign(new TextEncoder().encode(secret.data.secret))
      return { agent: agent.id, sign }
    }

    it('is kept through the proof: the conversation stays, and the old token ends', async () => {
      const { agent, sign } = await proving()
      const unknown = await visitor(agent)
      await write(unknown, 'Before')
      const before = await read(unknown)
      const proved = await visit(agent, { token: unknown.key, identity_token: await sign('ana') })
      expect([proved.status, proved.data.visitor, proved.data.conversation?.id]).toEqual([
        201,
        { name: 'Name of ana', email: 'ana@example.com', identity_verified: true },
        before.conversation?.id,
      ])
      expect((await test.request('readVisit', {}, unknown)).status).toBe(401)
      const conversation = await test.request(
        'getConversation',
        { params: { agent, conversation: before.conversation!.id } },
        { key: await owner.key() },
      )
      expect(conversation.data.chat_user).toEqual({
        id: 'ana',
        name: 'Name of ana',
        email: 'ana@example.com',
        identity_verified: true,
      })
      // The proof again keeps the token; another person's proof ends it.
      const again = await visit(agent, { token: proved.data.token, identity_token: await sign('ana') })
      expect([again.status, again.data.token]).toEqual([200, proved.data.token])
      const other = await visit(agent, { token: proved.data.token, identity_token: await sign('ben') })
      expect([other.status, other.data.conversation]).toEqual([201, null])
      expect((await test.request('readVisit', {}, { key: proved.data.token })).status).toBe(401)
    })

    it('is proved twice at once, and each token that was given is good', async () => {
      const { agent, sign } = await proving()
      for (const sub of ['ida', 'jon', 'kim']) {
        const unknown = await visitor(agent)
        const proof = { token: unknown.key, identity_token: await sign(sub) }
        const both = await Promise.all([visit(agent, proof), visit(agent, proof)])
        const reads = both.map(({ data }) => test.request('readVisit', {}, { key: data.token }))
        expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200])
      }
    })

    it('lets the conversation of the known one go on, and closes the other', async () => {
      const { agent, sign } = await proving()
      const known = { key: (await visit(agent, { identity_token: await sign('eva') })).data.token }
      await write(known, 'At home')
      const unknown = await visitor(agent)
      await write(unknown, 'At work')
      const merged = await visit(agent, { token: unknown.key, identity_token: await sign('eva') })
      expect(merged.data.conversation).toMatchObject({ id: (await read(known)).conversation!.id, status: 'open' })
      expect(await said({ key: merged.data.token })).toContain('visitor: At home')
    })

    it('takes along what was sent, and leaves nothing under the unknown one', async () => {
      const { agent, sign } = await proving()
      const known = { key: (await visit(agent, { identity_token: await sign('flo') })).data.token }
      const unknown = await visitor(agent)
      const [twice, once] = [randomUUID(), randomUUID()]
      await write(known, 'Hello', twice)
      await write(unknown, 'Hello', twice)
      await write(unknown, 'Are you there?', once)
      const sent = () =>
        test.deps.database.read
          .selectFrom('visitor_messages')
          .leftJoin('visitors', 'visitors.id', 'visitor_messages.visitor_id')
          .select(['visitors.chat_user_id as by', 'client_id'])
          .where('client_id', 'in', [twice, once])
          .execute()
      expect(await sent()).toHaveLength(3)
      await visit(agent, { token: unknown.key, identity_token: await sign('flo') })
      const all = [twice, once].map((client_id) => ({ by: 'flo', client_id }))
      expect(new Set(await sent())).toEqual(new Set(all))
    })

    it('forgets whoever leaves without a word when another person signs in', async () => {
      const { agent, sign } = await proving()
      const first = await visit(agent, { identity_token: await sign('gus') })
      await visit(agent, { token: first.data.token, identity_token: await sign('hal') })
      const rows = test.deps.database.read.selectFrom('visitors').select('chat_user_id').where('agent_id', '=', agent)
      expect(await rows.execute()).toEqual([{ chat_user_id: 'hal' }])
    })

    it('must be proved again after a day, and by a valid token', async () => {
      const { agent, sign } = await proving('required')
      expect((await visit(agent)).body.error.details[0].field).toBe('identity_token')
      const known = { key: (await visit(agent, { identity_token: await sign('eva') })).data.token }
      expect((await visit(agent, { token: known.key })).status).toBe(200)
      for (const identity_token of ['x', await sign('')])
        expect((await visit(agent, { identity_token })).body.error.details[0].field).toBe('identity_token')
      late = DAY_MS + 1
      expect((await test.request('readVisit', {}, known)).status).toBe(401)
      expect((await visit(agent, { token: known.key })).status).toBe(422)
      late = 0
    })

    it('keeps what the visitor gave where no proof says it, marked as theirs, and lets them change that alone', async () => {
      const { agent, sign } = await proving()
      const idOnly = (sub: string) => sign(sub, { email: undefined })
      const first = await visit(agent, { identity_token: await idOnly('lea') })
      const lea = { key: first.data.token }
      await write(lea, 'Hello')
      expect((await test.request('updateVisitor', { body: { email: 'wrong@example.com' } }, lea)).status).toBe(200)
      const body = { email: 'lea@example.org' }
      expect((await test.request('updateVisitor', { body }, lea)).data).toMatchObject(body)
      const again = await visit(agent, { token: lea.key, identity_token: await idOnly('lea') })
      expect(again.data.visitor).toEqual({ ...body, name: 'Name of lea', identity_verified: true })
      const params = { agent, conversation: again.data.conversation!.id }
      const key = await owner.key()
      const shown = async () => (await test.request('getConversation', { params }, { key })).data.chat_user
      const unproved = async () =>
        (await test.request('listThread', { params }, { cookie: owner.cookie })).data.unproved
      expect([await shown(), await unproved()]).toMatchObject([body, ['email']])
      const proof = await visit(agent, { token: lea.key, identity_token: await sign('lea') })
      expect(proof.data.visitor.email).toBe('lea@example.com')
      expect([await shown(), await unproved()]).toMatchObject([{ email: 'lea@example.com' }, []])
      expect((await test.request('updateVisitor', { body }, lea)).status).toBe(422)

      // What an unknown visitor gave fills what is not known of the one they prove to be.
      await visit(agent, { identity_token: await idOnly('mia') })
      const unknown = await visitor(agent)
      await test.request('updateVisitor', { body: { name: 'Not Mia', email: 'mia@example.org' } }, unknown)
      const merged = await visit(agent, { token: unknown.key, identity_token: await idOnly('mia') })
      expect(merged.data.visitor).toEqual({
        name: 'Name of mia',
        email: 'mia@example.org',
        identity_verified: true,
      })
    })

    it.each(['new', 'known'])(
      'is written into all earlier conversations of whoever proves to be a %s one',
      async (as) => {
        const { agent, sign } = await proving()
        if (as === 'known') await visit(agent, { identity_token: await sign('nia') })
        const unknown = await visitor(agent)
        const key = await owner.key()
        const talk = async (content: string) => {
          await write(unknown, content)
          await test.settled()
          return { agent, conversation: (await read(unknown)).conversation!.id }
        }
        const close = (params: { agent: string; conversation: string }) =>
          test.request('updateConversation', { params, body: { status: 'closed' } }, { key })
        const deleted = await talk('First')
        await test.request('deleteConversation', { params: deleted }, { key })
        const closed = await talk('Second')
        await close(closed)
        late = 15 * DAY_MS
        const open = await talk('Third')
        expect(new Set([deleted, closed, open].map(({ conversation }) => conversation)).size).toBe(3)
        const before = (await test.request('getConversation', { params: closed }, { key })).data.updated_at
        const { data } = await visit(agent, { token: unknown.key, identity_token: await sign('nia') })
        await visit(agent, { token: data.token, identity_token: await sign('nia', { email: 'nia@home.example' }) })
        late = 0
        const rows = await test.deps.database.read
          .selectFrom('conversations')
          .innerJoin('visitors', 'visitors.id', 'conversations.visitor_id')
          .select(['conversations.chat_user_id', 'conversations.identity_verified', 'chat_user_email'])
          .where('conversations.agent_id', '=', agent)
          .execute()
        const nia = { chat_user_id: 'nia', identity_verified: 1, chat_user_email: 'nia@home.example' }
        expect(rows).toEqual([nia, nia, nia])
        const shown = await test.request('getConversation', { params: closed }, { key })
        expect(shown.data.chat_user).toMatchObject({ id: 'nia', identity_verified: true })
        // Whoever knows the conversation notices it, but it is no activity in it.
        expect(Date.parse(shown.data.updated_at) - Date.parse(before)).toBe(2)
      },
    )

    it('is written into the open conversation of the known one too, where it adds something', async () => {
      const { agent, sign } = await proving()
      const idOnly = () => sign('oda', { email: undefined })
      const known = { key: (await visit(agent, { identity_token: await idOnly() })).data.token }
      await write(known, 'At home')
      const unknown = await visitor(agent)
      await write(unknown, 'At work')
      await test.request('updateVisitor', { body: { email: 'oda@example.org' } }, unknown)
      const merged = await visit(agent, { token: unknown.key, identity_token: await idOnly() })
      const params = { agent, conversation: merged.data.conversation!.id }
      expect(params.conversation).toBe((await read(known)).conversation!.id)
      const shown = await test.request('getConversation', { params }, { key: await owner.key() })
      expect(shown.data.chat_user.email).toBe('oda@example.org')
    })

    it('may be told without proof, but never over one', async () => {
      const { agent, sign } = await proving()
      const unknown = await visitor(agent)
      await write(unknown, 'Hello')
      const body = { name: '<b>Eve</b>', email: 'eve@example.com' }
      const told = await test.request('updateVisitor', { body }, unknown)
      expect(told.data).toEqual({ ...body, identity_verified: false })
      const wrong = await test.request('updateVisitor', { body: { email: 'nothing' } }, unknown)
      expect(wrong.body.error.details[0].field).toBe('email')
      const known = { key: (await visit(agent, { identity_token: await sign('eva') })).data.token }
      const over = await test.request('updateVisitor', { body: { name: 'Boss' } }, known)
      expect([over.status, over.body.error.details[0].field]).toEqual([422, 'name'])
    })
  })

  describe('POST /messages', () => {
    it('opens a conversation that the team and the API see, and the AI answers', async () => {
      const agent = await buildAgent(test, owner)
      const who = await visitor(agent.id)
      expect(await read(who)).toEqual({ conversation: null, items: [] })
      const sent = await write(who, 'Hello there')
      expect([sent.status, sent.data]).toMatchObject([201, { role: 'visitor', author: null, sources: [] }])
      await test.settled()
      const { conversation, items } = await read(who)
      expect(items.map((item) => 'message' in item && item.message.role)).toEqual(['assistant', 'visitor', 'assistant'])
      expect((await read(who, '2.0')).items).toEqual(items.slice(2))
      const key = await owner.key()
      const params = { agent: agent.id, conversation: conversation!.id }
      expect((await test.request('getConversation', { params }, { key })).data).toMatchObject({ origin: 'widget' })
      expect((await test.request('sendMessage', { params, body: { content: 'x' } }, { key })).status).toBe(404)
      const reply = { params, body: { content: 'Ana here' } }
      await test.request('sendHumanMessage', reply, { cookie: owner.cookie, key })
      const last = (await read(who)).items.at(-1)
      expect(last).toMatchObject({ position: '4.0', message: { content: 'Ana here', role: 'human' } })
      expect(JSON.stringify(last)).not.toContain(owner.userId)
    })

    it('greets in the language of the visitor, but in its owner’s own words where they wrote some', async () => {
      const agent = await buildAgent(test, owner)
      const greets = async (body: object) => {
        const who = await visitor(agent.id, body)
        await write(who, 'x')
        return (await said(who))[0]
      }
      const german = 'assistant: Hallo! Ich bin ein KI-Assistent. Wie kann ich Ihnen heute helfen?'
      const english = 'assistant: Hello! I am an AI assistant. How can I help you today?'
      expect(await greets({ locale: 'de_DE' })).toBe(german)
      expect(await greets({ locale: 'ar-EG' })).toBe(
        'assistant: مرحبًا! أنا مساعد يعمل بالذكاء الاصطناعي. كيف يمكنني مساعدتك اليوم؟',
      )
      expect(await greets({ locale: 'sw' })).toBe(english)
      await settings(agent.id, { locale: 'de' })
      expect(await greets({ locale: 'ar' })).toBe(german)
      await settings(agent.id, { greeting: 'Welcome aboard' })
      expect(await greets({ locale: 'ar' })).toBe('assistant: Welcome aboard')
    })

    it('apologizes in the language of the visitor if no reply can be made', async () => {
      const { knowledge } = test.deps
      const { search, similarities } = knowledge
      const broken = () => Promise.reject(new Error('The model is broken.'))
      Object.assign(knowledge, { search: broken, similarities: broken })
      try {
        const agent = await buildAgent(test, owner)
        const who = await visitor(agent.id, { locale: 'fr-CA' })
        await write(who, 'Quand ouvrez-vous ?')
        await expect
          .poll(async () => (await said(who)).at(-1), { interval: 500 }) // a visitor may ask 120 times a minute
          .toMatch(
            /^assistant: Désolé, je ne peux pas répondre pour le moment. Une personne prend le relais. La réponse /,
          )
      } finally {
        Object.assign(knowledge, { search, similarities })
      }
    })

    it('stores a message once, however often and at the same time it is sent', async () => {
      const agent = await buildAgent(test, owner)
      const who = await visitor(agent.id)
      const id = randomUUID()
      const answers = await Promise.all(Array.from({ length: 8 }, () => write(who, 'Once', id)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
      expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
      expect((await said(who)).filter((line) => line === 'visitor: Once')).toHaveLength(1)
      const other = await write(who, 'Something else', id)
      expect([other.status, other.body.error.details[0].field]).toEqual([422, 'id'])
      // A repetition neither reopens a conversation nor brings a deleted one back.
      const { conversation } = await read(who)
      const params = { agent: agent.id, conversation: conversation!.id }
      const key = await owner.key()
      await test.request('updateConversation', { params, body: { status: 'closed' } }, { key })
      expect((await write(who, 'Once', id)).status).toBe(200)
      expect((await read(who)).conversation).toMatchObject({ status: 'closed' })
      await test.request('deleteConversation', { params }, { key })
      expect((await write(who, 'Once', id)).data).toMatchObject({ id: answers[0]!.data.id, content: 'Once' })
      expect(await read(who)).toEqual({ conversation: null, items: [] })
    })

    it('reopens what was closed lately, and begins anew after two weeks', async () => {
      const agent = await buildAgent(test, owner)
      const who = await visitor(agent.id)
      await write(who, 'First')
      const first = (await read(who)).conversation!
      const key = await owner.key()
      const close = (conversation: string) =>
        test.request(
          'updateConversation',
          { params: { agent: agent.id, conversation }, body: { status: 'closed' } },
          { key },
        )
      await close(first.id)
      await write(who, 'Second')
      expect((await read(who)).conversation).toMatchObject({ id: first.id, status: 'open' })
      await close(first.id)
      late = 15 * DAY_MS
      await write(who, 'Third')
      const newer = (await read(who)).conversation!
      expect(newer.id).not.toBe(first.id)
      late = 0
      const params = { agent: agent.id, conversation: first.id }
      const taken = await test.request('updateConversation', { params, body: { status: 'open' } }, { key })
      expect([taken.status, taken.body.error.details[0].conversation_id]).toEqual([409, newer.id])
      const body = { ids: [first.id, newer.id], change: { status: 'open' as const } }
      const several = { params: { organization: owner.organizationId }, body }
      expect((await test.request('changeConversations', several, { cookie: owner.cookie })).data).toEqual([
        { id: first.id, ok: false, code: 'conversation_conflict' },
        { id: newer.id, ok: true, code: null },
      ])
    })

    /** Milliseconds from now until some noon, so that no day of UTC ends meanwhile. */
    const untilNoon = () => 1.5 * DAY_MS - (Date.now() % DAY_MS)

    it('goes to people when the AI has answered enough today', async () => {
      late = untilNoon()
      const agent = await buildAgent(test, owner)
      await settings(agent.id, { ai_replies_per_day: 1, locale: 'de' })
      const who = await visitor(agent.id)
      await write(who, 'One')
      await test.settled()
      const sent = await write(who, 'Two')
      expect(sent.status).toBe(201)
      expect((await read(who)).conversation).toMatchObject({ response_mode: 'human' })
      expect((await said(who)).at(-1)).toMatch(/^assistant: Der Assistent kann gerade nicht antworten/)
      await write(who, 'Three')
      expect((await said(who)).at(-1)).toBe('visitor: Three')
      late = 0
    })

    it('counts what the AI has answered today, and forgets the days before yesterday', async () => {
      const agent = await buildAgent(test, owner)
      const counted = async () => {
        const { read } = test.deps.database
        const rows = await read.selectFrom('counters').select('name').where('owner_id', '=', agent.id).execute()
        const days = rows.flatMap(({ name }) => /^ai_replies:(.{10})/.exec(name)?.[1] ?? [])
        return new Set(days.map((day) => Math.round((Date.now() + late - Date.parse(day)) / DAY_MS - 0.5)))
      }
      late = untilNoon()
      for (const _ of [1, 2, 3, 4]) {
        late += DAY_MS
        await write(await visitor(agent.id), 'Hello')
      }
      expect(await counted()).toEqual(new Set([0, 1]))
      late = 0
    })

    it('is refused in words when it comes too fast or is no message', async () => {
      const agent = await buildAgent(test, owner)
      const who = await visitor(agent.id)
      await write(who, 'First')
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => write(who, `Message ${n}`)))
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused.map(({ body }) => body.error.code)).toEqual(['rate_limit_exceeded'])
      const other = await visitor(agent.id)
      for (const body of [{ id: 'x', content: 'x' }, { id: randomUUID(), content: ' ' }, { id: randomUUID() }])
        expect((await test.request('writeMessage', { body: body as never }, other)).status).toBe(422)
      expect((await write(other, 'x'.repeat(10_001))).body.error.details[0].field).toBe('content')
      await settings(agent.id, { is_disabled: true })
      expect((await write(other, 'Hello')).status).toBe(423)
    })

    it('begins at most ten conversations a minute from one network', async () => {
      const agent = await buildAgent(test, owner)
      const network = from('10.99.0.1')
      const people = await Promise.all(
        Array.from({ length: 11 }, async () => (await visit(agent.id, {}, network)).data.token),
      )
      const answers = []
      for (const key of people)
        answers.push(
          await test.request('writeMessage', { body: { id: randomUUID(), content: 'x' } }, { key, ...network }),
        )
      expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 201), 429])
    })

    it('counts conversations that begin, and neither messages at once nor repeats of one', async () => {
      const agent = await buildAgent(test, owner)
      const network = from('10.99.0.2')
      const key = (await visit(agent.id, {}, network)).data.token
      const send = (id: string) => test.request('writeMessage', { body: { id, content: 'x' } }, { key, ...network })
      const first = await Promise.all(Array.from({ length: 19 }, () => send(randomUUID())))
      expect(first.map(({ status }) => status)).toEqual(Array.from({ length: 19 }, () => 201))

      const other = (await visit(agent.id, {}, network)).data.token
      const again = { id: randomUUID(), content: 'x' }
      const repeats = await Promise.all(
        Array.from({ length: 19 }, () => test.request('writeMessage', { body: again }, { key: other, ...network })),
      )
      expect(repeats.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 18 }, () => 200), 201])
    })

    it('is refused to a visitor without proof from when the agent requires one', async () => {
      const agent = await buildAgent(test, owner)
      const unknown = await visitor(agent.id)
      expect((await write(unknown, 'Hello')).status).toBe(201)
      await settings(agent.id, { identity_mode: 'required' })
      expect((await write(unknown, 'Hello again')).status).toBe(401)
      const refused = await Promise.all([
        test.request('askForPerson', {}, unknown),
        test.request('rate', { body: { score: 'good' } }, unknown),
        test.request('tellTyping', {}, unknown),
        test.request('updateVisitor', { body: { name: 'Ana' } }, unknown),
        test.request('fillInAction', { params: { id: randomUUID() }, body: { action: 'x', result: [] } }, unknown),
      ])
      expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
      await settings(agent.id, { identity_mode: 'optional' })
      expect((await write(unknown, 'Hello again')).status).toBe(201)
    })
  })

  describe('other acts of a visitor', () => {
    it('asks for a person once, and is told where none can come', async () => {
      const agent = await buildAgent(test, owner)
      const who = await visitor(agent.id, { locale: 'fr' })
      for (let times = 0; times < 2; times += 1) {
        const answer = await test.request('askForPerson', {}, who)
        expect([answer.status, answer.body]).toEqual([202, undefined])
      }
      expect(await said(who)).toEqual([
        'assistant: Bonjour ! Je suis un assistant IA. Comment puis-je vous aider aujourd’hui ?',
        'assistant: Personne ne peut rejoindre ce chat. L’assistant continue de répondre ici.',
      ])
      expect((await read(who)).conversation).toMatchObject({ response_mode: 'ai' })
      await premium()
      const key = await owner.key()
      await test.request('updateAgent', { params: { agent: agent.id }, body: { human_intervention: true } }, { key })
      for (let times = 0; times < 2; times += 1) await test.request('askForPerson', {}, who)
      expect((await said(who)).slice(2)).toEqual([
        'assistant: Une personne prend le relais. La réponse viendra dès que quelqu’un sera libre.',
      ])
      expect((await read(who)).conversation).toMatchObject({ response_mode: 'human' })
    })

    it('rates answers of the AI and closed conversations, and reads on', async () => {
      const agent = await buildAgent(test, owner)
      const who = await visitor(agent.id)
      await write(who, 'Hello')
      await test.settled()
      const { conversation, items } = await read(who)
      const [, own, reply] = items.flatMap((item) => ('message' in item ? [item.message.id] : []))
      const rate = (body: object) => test.request('rate', { body: body as never }, who)
      expect((await rate({ score: 'good' })).body.error.details[0].field).toBe('message_id')
      expect((await rate({ message_id: own, score: 'good' })).status).toBe(422)
      expect((await rate({ message_id: reply, score: 'great' })).status).toBe(422)
      expect((await rate({ message_id: reply, score: 'bad', comment: 'No' })).data).toEqual({
        message_id: reply,
        score: 'bad',
        comment: 'No',
      })
      await test.request(
        'updateConversation',
        { params: { agent: agent.id, conversation: conversation!.id }, body: { status: 'closed' } },
        { key: await owner.key() },
      )
      await rate({ score: 'bad' })
      await rate({ score: 'good', comment: 'Thanks' })
      expect((await read(who)).conversation?.rating).toEqual({ score: 'good', comment: 'Thanks' })
      expect((await test.request('markRead', { body: {} as never }, who)).body.error.details[0].field).toBe('position')
      for (const position of ['2.0', '1.0', '99.0']) await test.request('markRead', { body: { position } }, who)
      expect((await read(who)).conversation?.read_position).toBe('3.0')
    })

    it('rates nothing that is erased meanwhile', async () => {
      const agent = await buildAgent(test, owner)
      const who = await visitor(agent.id)
      await write(who, 'Hello')
      await test.settled()
      const { conversation, items } = await read(who)
      const message_id = items.flatMap((item) => ('message' in item ? [item.message.id] : [])).at(-1)
      const { id } = conversation!
      beforeTransaction(test.deps, () => eraseConversation(test.deps, id, () => true))
      const answer = await test.request('rate', { body: { message_id, score: 'bad', comment: 'Ada was rude' } }, who)
      expect([answer.status, answer.body.error.details[0].field]).toEqual([422, 'message_id'])
      const kept = test.deps.database.read.selectFrom('ratings').selectAll().where('conversation_id', '=', id)
      expect(await kept.execute()).toEqual([])
    })

    it('tells the team from where they write, how far they have read and how they rate it', async () => {
      const agent = await buildAgent(test, owner)
      const place = { page_url: 'https://shop.example.com/lamps?token=1', referrer: 'https://search.example.com/' }
      const who = await visitor(agent.id, { ...place, locale: 'fr' })
      await write(who, 'Hello')
      await test.settled()
      const { conversation, items } = await read(who)
      const params = { agent: agent.id, conversation: conversation!.id }
      const thread = async () => (await test.request('listThread', { params }, { cookie: owner.cookie })).data
      expect(await thread()).toMatchObject({
        whereabouts: { page_url: 'https://shop.example.com/lamps', referrer: place.referrer, locale: 'fr' },
        visitor_read: null,
        ratings: [],
      })
      const reply = items.flatMap((item) => ('message' in item ? [item.message.id] : [])).at(-1)!
      await test.request('rate', { body: { message_id: reply, score: 'bad', comment: 'No' } }, who)
      const { organizationId: organization_id } = owner
      const heard: unknown[] = []
      const stop = test.deps.notifications.subscribe(visitorActsTopic(organization_id), (text) => heard.push(text))
      await test.request('markRead', { body: { position: '3.0' } }, who)
      await expect.poll(() => heard.length).toBe(1)
      stop()
      expect(JSON.parse(String(heard))).toEqual({
        type: 'visitor.read',
        agent_id: agent.id,
        conversation_id: conversation!.id,
      })
      const { visitor_read, ratings } = await thread()
      expect(visitor_read).toEqual({ position: '3.0', at: expect.stringMatching(/^\d{4}-.*Z$/) })
      expect(ratings).toEqual([{ message_id: reply, score: 'bad', comment: 'No', created_at: expect.any(String) }])
      const events = test.deps.database.read
        .selectFrom('events')
        .selectAll()
        .where('organization_id', '=', organization_id)
      const told = (await events.execute()).filter(({ payload }) => payload.includes(conversation!.id))
      expect(told.filter(({ payload }) => payload.includes('thread.updated'))).toHaveLength(1)

      const { id } = await buildImported(test, owner, agent.id)
      const elsewhere = { agent: agent.id, conversation: id }
      const imported = (await test.request('listThread', { params: elsewhere }, { cookie: owner.cookie })).data
      expect(imported).toMatchObject({ whereabouts: null, visitor_read: null, ratings: [] })
    })

    it('fills in a form of the AI', async () => {
      const agent = await buildAgent(test, owner)
      const action = await buildAction(test, owner, agent.id)
      const who = await visitor(agent.id)
      await write(who, 'I want to leave my details, please contact me')
      await test.settled()
      const item = (await read(who)).items.find((entry) => 'message' in entry && entry.message.action_required)
      expect(item).toBeDefined()
      const id = item && 'message' in item ? item.message.id : ''
      const result: Record<string, string>[] = [{ name: 'Ana' }, { email: 'ana@example.com' }]
      const body = { action: 'collect-lead', result, agent_action_uuid: action.id }
      const other = await visitor(agent.id)
      expect((await test.request('fillInAction', { params: { id }, body }, other)).status).toBe(404)
      expect((await test.request('fillInAction', { params: { id }, body }, who)).status).toBe(200)
      expect((await test.request('fillInAction', { params: { id }, body }, who)).status).toBe(422)
      expect((await test.request('fillInAction', { params: { id: 'x' }, body }, who)).status).toBe(404)
    })
  })

  it('tells one visitor nothing of another, on one agent or on two', async () => {
    const [one, two] = [await buildAgent(test, owner), await buildAgent(test, owner)]
    const people = []
    for (const agent of [one, one, two]) people.push({ agent: agent.id, ...(await visitor(agent.id)) })
    for (const [index, who] of people.entries()) await write(who, `Secret of ${index}`)
    await buildImported(test, owner, one.id, { chat_user: { id: 'someone' } })
    await test.settled()
    const messages = []
    for (const [index, who] of people.entries()) {
      const seen = await read(who)
      const text = JSON.stringify(seen)
      for (const other of people.keys()) expect(text.includes(`Secret of ${other}`), text).toBe(index === other)
      messages.push(seen.items.flatMap((item) => ('message' in item ? [item.message] : [])).at(-1)!)
    }
    // Ids of one visitor's messages are of no use to another, nor is a token with another agent.
    const rating = { body: { message_id: messages[0]!.id, score: 'bad' as const } }
    for (const who of people.slice(1)) expect((await test.request('rate', rating, who)).status).toBe(422)
    const elsewhere = await visit(two.id, { token: people[0]!.key })
    expect([elsewhere.status, elsewhere.data.conversation]).toEqual([201, null])
  })

  it('answers what is guessed, made up or far too long in words', async () => {
    const agent = await buildAgent(test, owner)
    const params = { agent: agent.id }
    const who = await visitor(agent.id)
    await write(who, 'Hello')
    const answers = [
      await test.request('updateVisitor', { body: { name: 'x'.repeat(10_000) } }, who),
      await test.request('updateVisitor', { body: { name: 'x'.repeat(20_000_000) } }, who),
      await test.request('updateVisitor', { body: { email: `${'x'.repeat(300)}@example.com` } }, who),
      await test.request('rate', { body: { message_id: randomUUID(), score: 'bad' } }, who),
      await test.request('fillInAction', { params: { id: randomUUID() }, body: {} as never }, who),
      await test.request('readVisit', { query: { after: '../../etc/passwd' } }, who),
      await test.request('markRead', { body: { position: '-1.0' } }, who),
      await test.request('getWidget', { params: { agent: "' or 1=1 --" } }, from()),
      await visit(randomUUID()),
      await test.request('startVisit', { params, body: { identity_token: 'x'.repeat(9_000) } }, from()),
    ]
    for (let guess = 0; guess < 20; guess += 1) {
      const key = randomBytes(32).toString('base64url')
      answers.push(await test.request('readVisit', { query: {} }, { key, ...from() }))
    }
    for (const { status, body } of answers) {
      const shown = JSON.stringify(body).slice(0, 300)
      expect(status >= 400 && status < 500, shown).toBe(true)
      expect(body.error?.message ?? body.message, shown).toMatch(/^[A-Z].*\.$/)
    }
    expect((await read(who)).items.length).toBeGreaterThan(0)
  })

  it('takes no other proof than a token, and no page of another origin', async () => {
    const agent = await buildAgent(test, owner)
    const who = await visitor(agent.id)
    for (const caller of [{}, { key: 'x' }, { key: await owner.key() }, { cookie: owner.cookie }])
      expect((await test.request('readVisit', {}, { ...caller, ...from() })).status).toBe(401)
    for (const name of Object.keys(widgetEndpoints) as (keyof typeof widgetEndpoints)[]) {
      const input = { params: { agent: agent.id, id: randomUUID() }, body: {} } as never
      const foreign = { key: who.key, headers: { origin: 'https://evil.example', 'x-forwarded-for': address() } }
      expect((await test.request(name, input, foreign)).status, name).toBe(403)
    }
    const asKey = { params: { agent: agent.id } }
    expect((await test.request('getAgent', asKey, { key: who.key })).status).toBe(401)
    expect((await test.request('getAgentSettings', asKey, { key: who.key })).status).toBe(401)
  })
})
