import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Input } from '#contract/index.ts'
import { type Route, takesIdempotencyKey } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import { newId } from '../db/ids.ts'
import { storePendingHandler } from '../features/mails/store-pending.job.ts'
import { codeOf } from '../features/two-factor/totp.ts'
import { databases } from '../testing/database.ts'
import { buildAgent, buildConversation } from '../testing/factories.ts'
import { type ModelProvider, startModelProvider } from '../testing/model-provider.ts'
import { browserKeys } from '../testing/push-service.ts'
import { createReceiver, type Receiver } from '../testing/receiver.ts'
import { insertSite } from '../testing/sample-rows.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'
import type { KeyedPost as AnyKeyedPost } from './binding.ts'

const OFTEN = JSON.stringify({ read: 100_000, write: 100_000, training: 100_000, polling: 100_000 })
const NOW = Date.now()
const keyedPosts = (Object.keys(routes) as RouteName[]).filter((name) => takesIdempotencyKey(routes[name] as Route))

/** The POSTs of members and API keys; a visitor's is the use case of one of them. */
type KeyedPost = Exclude<AnyKeyedPost, 'fillInAction'>

describe.each(databases())('a POST under a key on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let receiver: Receiver
  let provider: ModelProvider
  let agent: string
  let transaction: TestApp['deps']['database']['transaction']

  beforeAll(async () => {
    receiver = await createReceiver()
    provider = await startModelProvider()
    // No log, because requests fail on purpose.
    const env = {
      OUTBOUND_ALLOW: '127.0.0.1/32',
      RATE_LIMITS: OFTEN,
      LOG_LEVEL: 'fatal',
      PUBLIC_URL: 'https://baton.example',
      MAIL_OAUTH: JSON.stringify({ google: { client_id: 'baton', client_secret: 'secret' } }),
    }
    test = await createTestApp({ database, worker: false, env, now: () => NOW })
    owner = await test.signUp()
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
    transaction = test.deps.database.transaction
    // The first use of a key in a minute is recorded in a transaction of its own. This request gets that over with,
    // since the clock stands still in this test.
    await test.request('listAgents', { params: organization() }, { key })
    const keys = test.deps.database.read.selectFrom('api_keys').select('last_used_at')
    await vi.waitFor(async () => expect(await keys.execute()).toEqual([{ last_used_at: NOW }, { last_used_at: NOW }]), {
      timeout: 20_000,
    })
  })
  afterEach(async () => {
    test.deps.database.transaction = transaction
    // An organization may have 20 mailboxes and 10 accounts.
    await transaction((tx) => tx.updateTable('mailboxes').set({ deleted_at: NOW }).execute())
    await transaction((tx) => tx.deleteFrom('model_accounts').execute())
  })
  afterAll(async () => {
    await test.close()
    await receiver.close()
    await provider.close()
  })

  const organization = () => ({ organization: owner.organizationId })
  const endpoint = async () => {
    const body = { url: `${receiver.url}/hook` }
    return (await test.request('createWebhookEndpoint', { params: { agent }, body }, { key })).data.id
  }
  const conversation = async () => ({ agent, conversation: (await buildConversation(test, owner, agent)).id })
  const visitor = async () => ({ agent_id: agent, chat_user_id: randomUUID(), identity_verified: false })
  const source = async () => {
    const body = { type: 'text' as const, content: 'We open at nine.' }
    const { data } = await test.request('createSource', { params: { agent }, body }, { key })
    return (data as { id: string }).id
  }
  const draft = async () => {
    const body = { content: 'We open at nine.' }
    return (await test.request('createDraft', { params: { agent }, body }, { cookie: owner.cookie })).data.id
  }

  const mailbox = () => ({
    agent_id: agent,
    name: 'Help',
    address: `${randomUUID()}@boats.example`,
    incoming: { type: 'http' as const },
  })

  const letter = async () => {
    const auth = { type: 'password' as const, password: 'secret' }
    const outgoing = { host: 'mail.boats.example', port: 587, security: 'tls' as const, user: 'crew', auth }
    const body = { ...mailbox(), outgoing }
    const { data } = await test.request('createMailbox', { params: organization(), body }, { cookie: owner.cookie })
    return { mailbox_id: data.id, to: ['ann@a.example'], subject: 'Hours', content: 'At nine.' }
  }

  /** A conversation that a mail begins. */
  const begun = async () => {
    const body = await letter()
    const { data } = await test.request('beginByEmail', { params: { agent }, body }, { cookie: owner.cookie })
    return { id: data.id, params: { agent, conversation: data.conversation_id } }
  }

  const site = () => transaction((tx) => insertSite(tx, owner.organizationId, agent))

  /** What a person wrote in a conversation, to be taught. */
  const lesson = async () => {
    const params = await conversation()
    const body = { content: 'We open at nine.' }
    const { data } = await test.request('sendHumanMessage', { params, body }, { key })
    const from = { conversation: params.conversation, message: data.id }
    return { question: 'When do you open?', answer: 'We open at nine.', from }
  }

  /** A valid input for each POST, different at every call. A missing one is a type error. */
  const inputs: { [Name in KeyedPost]: () => Promise<Input<Name>> } = {
    createAgent: async () => ({ params: organization(), body: { name: 'Guide' } }),
    createModelAccount: async () => ({
      params: organization(),
      body: { provider: 'openai_compatible', base_url: provider.url, key: randomUUID() },
    }),
    createSource: async () => ({ params: { agent }, body: { type: 'text', content: 'We open at nine.' } }),
    retrainSource: async () => ({ params: { agent, source: await source() } }),
    async restoreSourceVersion() {
      const params = { agent, source: await source() }
      const body = { version: 1, content: 'We open at ten.' }
      await test.request('updateSourceContent', { params, body }, { cookie: owner.cookie })
      return { params: { ...params, version: '1' }, body: { version: 2 } }
    },
    startCrawl: async () => ({ params: organization(), body: { url: receiver.url } }),
    createSite: async () => ({
      params: organization(),
      body: { url: `${receiver.url}/${randomUUID()}`, agent_id: agent },
    }),
    createPlan: async () => ({ params: { ...organization(), site: (await site()).site } }),
    async applyPlan() {
      const { site: id, plan } = await site()
      return { params: { ...organization(), site: id, plan }, body: { all: true } }
    },
    createConversation: async () => ({ params: { agent }, body: {} }),
    sendMessage: async () => ({ params: await conversation(), body: { content: 'Hello' } }),
    sendHumanMessage: async () => ({ params: await conversation(), body: { content: 'Hello' } }),
    replyToVisitor: async () => ({ params: await conversation(), body: { content: 'Hello', seen_position: '1.0' } }),
    async suggestReply() {
      const params = await conversation()
      await test.request('sendHumanMessage', { params, body: { content: 'Hello' } }, { key })
      return { params }
    },
    sendEmail: async () => ({ params: (await begun()).params, body: { content: 'Hello', seen_position: '0.0' } }),
    async retryEmail() {
      const { params, id } = await begun()
      await storePendingHandler(test.deps).run({ id }, { attempt: 1, signal: new AbortController().signal })
      await transaction((tx) => tx.updateTable('mail_deliveries').set({ status: 'failed' }).execute())
      return { params: { ...params, message: id } }
    },
    beginByEmail: async () => ({ params: { agent }, body: await letter() }),
    giveBack: async () => ({ params: await conversation(), body: { answers: true } }),
    createNote: async () => ({ params: await conversation(), body: { content: 'Noted' } }),
    async submitActionResult() {
      const params = await conversation()
      const message = await askForDetails(params.conversation)
      return {
        params: { ...params, message },
        body: { action: 'collect-lead', result: [{ email: 'ana@example.com' }] },
      }
    },
    createWebhookEndpoint: async () => {
      const fresh = (await buildAgent(test, owner)).id // an agent may have at most 20 endpoints
      return { params: { agent: fresh }, body: { url: `${receiver.url}/hook` } }
    },
    startMailGrant: async () => ({ params: organization(), body: { provider: 'google' } }),
    createMailbox: async () => ({ params: organization(), body: mailbox() }),
    async renewInboundUrl() {
      const { data } = await test.request(
        'createMailbox',
        { params: organization(), body: mailbox() },
        { cookie: owner.cookie },
      )
      return { params: { ...organization(), mailbox: data.id } }
    },
    async addParticipant() {
      const params = await conversation()
      const { data } = await test.request('createMailbox', { params: organization(), body: mailbox() }, owner)
      const thread = { subject: '', reply: '{"to":[],"cc":[]}', participants: '[]' }
      const row = { conversation_id: params.conversation, mailbox_id: data.id, ...thread }
      await transaction((tx) => tx.insertInto('mail_threads').values(row).execute())
      return { params, body: { address: 'eve@e.example' } }
    },
    async verifyMailbox() {
      const auth = { type: 'password' as const, password: 'a secret' }
      const outgoing = { host: '127.0.0.1', port: 25, security: 'none' as const, user: 'x', auth }
      const body = { ...mailbox(), outgoing }
      const { data } = await test.request('createMailbox', { params: organization(), body }, { cookie: owner.cookie })
      return { params: { ...organization(), mailbox: data.id } }
    },
    createSessionToken: async () => ({ body: {} }),
    startTwoFactor: async () => ({ body: { password: 'a long enough password' } }),
    async confirmTwoFactor() {
      const body = { password: 'a long enough password' }
      const { data } = await test.request('startTwoFactor', { body }, { cookie: owner.cookie })
      return { body: { code: codeOf(data.secret, Math.floor(NOW / 30_000)) } }
    },
    createApiKey: async () => ({
      params: organization(),
      body: { name: 'Key', scopes: ['agent:read'], expires_at: 'lifetime' },
    }),
    createInvitation: async () => ({
      params: organization(),
      body: { email: `${randomUUID()}@example.com`, role: 'responder' },
    }),
    createPushSubscription: async () => ({
      params: organization(),
      body: { endpoint: `${receiver.url}/${randomUUID()}`, keys: browserKeys() },
    }),
    createSavedReply: async () => ({ params: organization(), body: { title: 'Hours', content: 'At nine.' } }),
    async changeConversations() {
      const ids = [(await conversation()).conversation]
      return { params: organization(), body: { ids, change: { response_mode: 'human' } } }
    },
    createLabel: async () => ({ params: organization(), body: { name: randomUUID(), color: 'blue' } }),
    createCheck: async () => ({ params: { agent }, body: { question: 'When do you open?', expects: 'answers' } }),
    importChecks: async () => ({ params: { agent }, body: 'question\nWhen do you open?' }),
    createCheckRun: async () => ({ params: { agent: (await buildAgent(test, owner)).id }, body: {} }),
    teach: async () => ({ params: { agent }, body: await lesson() }),
    async undoProof() {
      const { data } = await test.request(
        'teach',
        { params: { agent }, body: await lesson() },
        { cookie: owner.cookie },
      )
      return { params: { agent, proof: data.id }, body: {} }
    },
    async sendTaught() {
      const { data } = await test.request(
        'teach',
        { params: { agent }, body: await lesson() },
        { cookie: owner.cookie },
      )
      const conversations = [{ conversation_id: crypto.randomUUID(), seen_position: '1.0' }]
      return { params: { agent, proof: data.id }, body: { conversations } }
    },
    createSourceBulk: async () => ({ params: { agent }, body: { ids: [await source()], do: 'retrain' } }),
    createImpact: async () => ({ params: { agent }, body: { threshold: 'bold' } }),
    createDraft: async () => ({ params: { agent }, body: { content: 'We open at nine.' } }),
    publishDraft: async () => ({ params: { agent, source: await draft() } }),
    importConversation: async () => ({
      params: { agent },
      body: { origin: 'widget', chat_user: { id: randomUUID() }, messages: [{ role: 'visitor', content: 'Hello' }] },
    }),
    createIdentitySecret: async () => ({ params: { agent } }),
    createAction: async () => ({
      params: { agent },
      body: {
        slug: `lead-${randomUUID()}`,
        name: 'Leave your details',
        description: 'The visitor wants to be contacted.',
        fields: [{ name: 'email', label: 'Your e-mail', type: 'email', required: true }],
      },
    }),
    exportVisitors: async () => ({ params: organization(), body: { matches: [await visitor()] } }),
    eraseVisitors: async () => ({ params: organization(), body: { matches: [await visitor()] } }),
    sendTestWebhook: async () => ({ params: { agent, endpoint: await endpoint() } }),
    async replayWebhookDelivery() {
      const params = { agent, endpoint: await endpoint() }
      const { data } = await test.request('sendTestWebhook', { params }, { cookie: owner.cookie })
      return { params: { agent, delivery: data.id } }
    },
  }

  /**
   * Stores a message of the AI that asks for an email address.
   * @returns its id
   */
  async function askForDetails(conversationId: string): Promise<string> {
    const id = newId()
    const field = { name: 'email', label: 'Your e-mail', type: 'email', required: true }
    const shown = { agent_action_uuid: randomUUID(), slug: 'collect-lead', name: 'Leave your details' }
    const action = JSON.stringify({ ...shown, fields: [field], status: 'pending', result: null })
    const row = { id, conversation_id: conversationId, position: 1_000, role: 'assistant' as const, content: 'Here' }
    const nobody = { user_id: null, author_type: null, key_id: null }
    const rest = { action, action_required: 1 as const, ...nobody, created_at: Date.now(), deleted_at: null }
    await test.deps.database.transaction((tx) =>
      tx
        .insertInto('messages')
        .values({ ...row, ...rest })
        .execute(),
    )
    return id
  }

  const send = (name: KeyedPost, input: object, idempotencyKey: string) => {
    const credentials = routes[name].api === 'public' ? { key } : { cookie: owner.cookie }
    const { params = {} } = input as { params?: Record<string, string> }
    const route: Route = routes[name]
    const path = route.path.replace(/\{(\w+)\}/g, (_match, part: string) => params[part] ?? '')
    return test.app
      .inject({
        method: 'POST',
        url: `${route.api === 'public' ? '/v1' : '/api/v1'}${path}`,
        headers: {
          'idempotency-key': idempotencyKey,
          ...(route.receives && { 'content-type': route.receives }),
          ...('key' in credentials ? { authorization: `Bearer ${key}` } : { cookie: owner.cookie }),
        },
        ...('body' in input && { payload: input.body as object }),
      })
      .then((answer) => ({
        status: answer.statusCode,
        isReplayed: answer.headers['idempotent-replayed'] === 'true',
        body: answer.json(),
      }))
  }

  const keyRows = () => test.deps.database.read.selectFrom('idempotency_keys').selectAll().execute()

  /** Has `after` called after each commit, with the number of commits so far. */
  function watchCommits(after: (count: number) => Promise<void> | void): void {
    let count = 0
    test.deps.database.transaction = async (work) => {
      const result = await transaction(work)
      count += 1
      await after(count)
      return result
    }
  }

  it.each(keyedPosts as KeyedPost[])('%s stores its answer in the transaction of what it does', async (name) => {
    const input = await inputs[name]()
    const known = new Set((await keyRows()).map((row) => row.scope_key))
    const stored: (number | null)[] = []
    watchCommits(async () => {
      const row = (await keyRows()).find((row) => !known.has(row.scope_key))
      stored.push(row?.response_status ?? null)
    })
    const first = await send(name, input, randomUUID())
    const { status } = routes[name]
    expect(first.status, JSON.stringify(first.body)).toBe(status)
    const [claim, ...effects] = stored
    expect(claim, 'the claim').toBeNull()
    expect(effects.length).toBeGreaterThan(0)
    expect(effects, 'behind each commit of what it does').toEqual(effects.map(() => status))
  })

  it.each(keyedPosts as KeyedPost[])('%s is done once when its commit is never heard of', async (name) => {
    const input = await inputs[name]()
    const idempotencyKey = randomUUID()
    watchCommits((count) => {
      if (count === 2) throw new Error('The connection was lost at the commit.')
    })
    expect((await send(name, input, idempotencyKey)).status).toBeGreaterThanOrEqual(500)
    let transactions = 0
    watchCommits(() => {
      transactions += 1
    })
    const again = await send(name, input, idempotencyKey)
    expect([again.status, again.isReplayed, transactions]).toEqual([routes[name].status, true, 1])
  })

  it.each(keyedPosts as KeyedPost[])('%s can be done when its transaction failed', async (name) => {
    const input = await inputs[name]()
    const idempotencyKey = randomUUID()
    let count = 0
    test.deps.database.transaction = async (work) => {
      count += 1
      if (count !== 2) return transaction(work)
      return transaction(async (tx) => {
        await work(tx)
        throw new Error('The disk is full.')
      })
    }
    expect((await send(name, input, idempotencyKey)).status).toBeGreaterThanOrEqual(500)
    const again = await send(name, input, idempotencyKey)
    expect([again.status, again.isReplayed]).toEqual([routes[name].status, false])
    expect((await send(name, input, idempotencyKey)).isReplayed).toBe(true)
  })

  it('does nothing for a request whose key another has taken over', async () => {
    const total = async () => (await test.request('listAgents', { params: organization() }, { key })).body.meta.total
    const before = await total()
    const idempotencyKey = randomUUID()
    const input = await inputs.createAgent()
    watchCommits(async (count) => {
      if (count !== 1) return
      const takeOver = { claim_token: 'another', locked_until: NOW + 20_000 }
      await transaction((tx) =>
        tx.updateTable('idempotency_keys').set(takeOver).where('response_status', 'is', null).execute(),
      )
    })
    const late = await send('createAgent', input, idempotencyKey)
    expect([late.status, late.body.error.code, await total()]).toEqual([409, 'idempotency_in_progress', before])
    test.deps.database.transaction = transaction
    expect((await send('createAgent', input, idempotencyKey)).status).toBe(409) // the other request still has the key
  })

  it('repeats the answer of a test of a webhook endpoint with its attempt', async () => {
    const input = await inputs.sendTestWebhook()
    const first = await send('sendTestWebhook', input, 'test')
    expect(first.body.data.attempts).toHaveLength(1)
    expect((await send('sendTestWebhook', input, 'test')).body).toEqual(first.body)
  })
})
