import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { publicRoutes } from '#contract/public-routes.ts'
import { basePaths } from '#contract/route.ts'
import type { PublicRouteName } from '#contract/routes.ts'
import { scopeNames } from '#contract/scopes.ts'
import { type Account, newAccount, refusal } from './support/account.ts'
import { expireKey } from './support/storage.ts'

const operations = Object.keys(publicRoutes) as PublicRouteName[]

describe.each(inject('products'))('authentication on $database', (product) => {
  let account: Account
  let params: Record<string, string>
  beforeAll(async () => {
    account = await newAccount(product)
    const agent = (await account.newAgent()).id
    const conversation = (await account.newConversation(agent)).id
    const source = await account.newTextSource(agent)
    const endpoint = await account.get('createWebhookEndpoint', {
      params: { agent },
      body: { url: 'https://hooks.example.com/' },
    })
    const [message] = await account.get('listMessages', { params: { agent, conversation } })
    params = { organization: account.organization, agent, conversation, source: source.id, endpoint: endpoint.id }
    Object.assign(params, { message: message!.id, taskId: source.task_id })
  })

  describe.each(operations)('%s', (name) => {
    const { scope, path } = publicRoutes[name]

    it('401 {message: "Unauthenticated."} — key missing, malformed or revoked, or no bearer', async () => {
      const revoked = await account.newKey()
      await account.get('revokeApiKey', { params: { organization: account.organization, key: revoked.id } })
      const wrong = [undefined, 'x', '', `${account.key}x`, account.key.slice(0, -1), account.key.toLowerCase()]
      for (const key of [
        ...wrong,
        `${account.key.slice(0, -1)}${account.key.endsWith('0') ? '1' : '0'}`,
        revoked.key,
      ]) {
        const answer = await account.send(name, { params }, { key: key as string })
        expect([answer.status, answer.body], String(key)).toEqual([401, { message: 'Unauthenticated.' }])
        expect(answer.headers.get('www-authenticate'), 'RFC 9110 §15.5.2').toBe('Bearer')
      }
      const basic = { authorization: `Basic ${btoa(account.key)}` }
      const answer = await account.send(name, { params }, { key: '', headers: basic })
      expect(answer.status).toBe(401)
    })

    it("401 — the dashboard's session cookie is no key", async () => {
      const answer = await account.send(name, { params }, { key: '', cookie: account.cookie })
      expect([answer.status, answer.body]).toEqual([401, { message: 'Unauthenticated.' }])
    })

    it('403 insufficient_scope — every scope but its own; the message names it', async () => {
      const { key } = await account.newKey(scopeNames.filter((other) => other !== scope))
      const answer = await account.send(name, { params }, { key })
      expect(refusal(answer)).toEqual([403, 'insufficient_scope'])
      expect(answer.body.error.message).toContain(scope)
    })

    it('its own scope alone is enough', async () => {
      const { key } = await account.newKey([scope])
      const nowhere = Object.fromEntries(Object.keys(params).map((id) => [id, randomUUID()]))
      const answer = await account.send(name, { params: nowhere }, { key })
      expect(answer.status).toBe(path.includes('{') ? 404 : 200)
    })

    if (path.includes('{'))
      it('403 forbidden — on an organization or agent of another owner', async () => {
        const stranger = await newAccount(product)
        const answer = await stranger.send(name, { params })
        expect(refusal(answer)).toEqual([403, 'forbidden'])
        expect(answer.body.error.message).toBe('This action is unauthorized.')
      })
  })

  it('401 token_expired — past its expiry', async () => {
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const { id, key } = await account.newKey(scopeNames, tomorrow)
    expect((await account.send('listAiModels', {}, { key })).status).toBe(200)
    await expireKey(product, id)
    for (const name of operations) {
      const answer = await account.send(name, { params }, { key })
      expect(refusal(answer), name).toEqual([401, 'token_expired'])
    }
  })

  it('403 premium_required — the plan has lapsed, until it is back; promotional is enough', async () => {
    const other = await newAccount(product)
    await other.setPlan('free')
    for (const name of operations)
      expect(refusal(await other.send(name, { params })), name).toEqual([403, 'premium_required'])
    await other.setPlan('promotional')
    expect((await other.send('listAiModels')).status).toBe(200)
    await other.setPlan('premium')
    expect((await other.send('listAiModels')).status).toBe(200)
  })

  describe('keys', () => {
    const create = (body: object, of = account) =>
      of.send('createApiKey', { params: { organization: of.organization }, body })

    it('are shown once, with scopes, expiry and last four', async () => {
      const { data } = await create({ name: ' CI ', scopes: ['agent:read'], expires_at: '2999-12-31' })
      expect(data).toMatchObject({ name: 'CI', scopes: ['agent:read'], last_four: data.key.slice(-4) })
      expect(data.key).toMatch(/^baton_[0-9A-Za-z]{46}$/)
      const listed = await account.get('listApiKeys', { params: { organization: account.organization } })
      expect(listed.find(({ id }) => id === data.id)).not.toHaveProperty('key')
    })

    it('need a name of at most 100 characters, a scope, and a date to come or lifetime', async () => {
      const good = { name: 'CI', scopes: ['agent:read'], expires_at: 'lifetime' }
      const bad = [
        { name: '' },
        { name: 'x'.repeat(101) },
        { scopes: [] },
        { scopes: ['agent:rule'] },
        { expires_at: '2020-01-01' },
        { expires_at: '2999-02-30' },
        { expires_at: null },
      ]
      for (const change of bad)
        expect(refusal(await create({ ...good, ...change })), JSON.stringify(change)).toEqual([
          422,
          'validation_failed',
        ])
      expect((await create({ ...good, name: 'x'.repeat(100) })).status).toBe(201)
    })

    it('cannot be made on a plan without the API', async () => {
      const other = await newAccount(product)
      await other.setPlan('free')
      const answer = await create({ name: 'CI', scopes: ['agent:read'], expires_at: 'lifetime' }, other)
      expect(refusal(answer)).toEqual([403, 'premium_required'])
    })

    it('cannot call the dashboard API, key management among it', async () => {
      for (const name of [
        'listApiKeys',
        'createApiKey',
        'getOrganization',
        'getSession',
        'getAgentSettings',
      ] as const) {
        const answer = await account.send(name, { params, body: undefined }, { key: account.key, cookie: '' })
        expect(answer.status, name).toBe(401)
      }
      const direct = await fetch(`${product.url}${basePaths['first-party']}/session`, {
        headers: { authorization: `Bearer ${account.key}` },
      })
      expect(direct.status).toBe(401)
    })
  })
})
