import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal, refusedFields } from './support/account.ts'

const URL_OK = 'https://hooks.example.com/baton'
const both = ['public_api_message_created', 'public_api_human_handoff']

describe.each(inject('products'))('webhook endpoints on $database', (product) => {
  let account: Account
  let agent: string
  beforeAll(async () => {
    account = await newAccount(product)
    agent = (await account.newAgent()).id
  })
  const create = (body: unknown, to = agent) => account.send('createWebhookEndpoint', { params: { agent: to }, body })

  describe('POST /agents/{agent}/webhook-endpoints', () => {
    it('201 with url and secret; active; both events when omitted', async () => {
      const { status, data } = await create({ url: URL_OK })
      expect([status, data]).toMatchObject([201, { url: URL_OK, events: both, is_active: true }])
      expect(data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    })

    it('takes one event, and a repeated one once', async () => {
      const { data } = await create({ url: URL_OK, events: [both[1], both[1]] })
      expect(data.events).toEqual([both[1]])
    })

    it.each([
      ['url', {}],
      ['url', { url: '' }],
      ['url', { url: 'hooks.example.com' }],
      ['url', { url: 'https:hooks.example.com' }],
      ['url', { url: 'https:/hooks.example.com/' }],
      ['url', { url: 'https:///hooks.example.com/' }],
      ['url', { url: 'https:\\\\hooks.example.com\\' }],
      ['url', { url: 'http://hooks.example.com/' }],
      ['url', { url: 'ftp://hooks.example.com/' }],
      ['url', { url: 'https://user:password@hooks.example.com/' }],
      ['url', { url: `https://hooks.example.com/${'x'.repeat(2_048)}` }],
      ['events', { url: URL_OK, events: [] }],
      ['events', { url: URL_OK, events: 'public_api_message_created' }],
      ['events.1', { url: URL_OK, events: [both[0], 'agent_deleted'] }],
    ])('422 validation_failed on %s for %j', async (field, body) => {
      const answer = await create(body)
      expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', field])
    })

    it.each([
      'https://[::1]/',
      'https://127.0.0.2/',
      'https://127.3/',
      'https://0/',
      'https://0.0.0.0/',
      'https://2130706434/',
      'https://0x7f000002/',
      'https://10.0.0.1/',
      'https://172.16.0.1/',
      'https://192.168.1.1/',
      'https://100.64.0.1/',
      'https://169.254.169.254/latest/meta-data/',
      'https://168.63.129.16/',
      'https://198.18.0.1/',
      'https://224.0.0.1/',
      'https://255.255.255.255/',
      'https://[fe80::1]/',
      'https://[fd00::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[64:ff9b::a00:1]/',
      'https://[2002:a00:1::]/',
      'https://[2001:0:a00:1::]/',
      'https://hooks.example.com:22/',
    ])('%s must not be reached: 422 on url', async (url) => {
      const answer = await create({ url })
      expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', 'url'])
    })

    it('the 21st is 422 subscription_limit_exceeded, also when all come at once', async () => {
      const own = (await account.newAgent()).id
      const answers = await Promise.all(Array.from({ length: 25 }, () => create({ url: URL_OK }, own)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
      const refused = answers.filter(({ status }) => status !== 201)
      expect(refused.map(refusal)).toEqual(Array(5).fill([422, 'subscription_limit_exceeded']))
      const [first] = await account.get('listWebhookEndpoints', { params: { agent: own } })
      await account.get('deleteWebhookEndpoint', { params: { agent: own, endpoint: first!.id } })
      expect((await create({ url: URL_OK }, own)).status).toBe(201)
    })
  })

  describe('GET /agents/{agent}/webhook-endpoints', () => {
    it('lists newest first, without url and secret', async () => {
      const own = (await account.newAgent()).id
      const one = (await create({ url: URL_OK }, own)).data
      const two = (await create({ url: URL_OK, events: [both[0]] }, own)).data
      const listed = await account.get('listWebhookEndpoints', { params: { agent: own } })
      const shown = [two, one].map(({ url: _url, secret: _secret, ...rest }) => rest)
      expect(listed).toEqual(shown)
    })
  })

  describe('DELETE /agents/{agent}/webhook-endpoints/{endpoint}', () => {
    it('204 with an empty body; it is gone from the list', async () => {
      const own = (await account.newAgent()).id
      const { id } = (await create({ url: URL_OK }, own)).data
      const params = { agent: own, endpoint: id }
      const deleted = await account.send('deleteWebhookEndpoint', { params })
      expect([deleted.status, deleted.body]).toEqual([204, undefined])
      expect(await account.get('listWebhookEndpoints', { params })).toEqual([])
      expect(refusal(await account.send('deleteWebhookEndpoint', { params }))).toEqual([404, 'resource_not_found'])
    })

    it("404 resource_not_found for another agent's, and for none", async () => {
      const { id } = (await create({ url: URL_OK })).data
      const other = (await account.newAgent()).id
      for (const endpoint of [id, randomUUID(), 'x'])
        expect(refusal(await account.send('deleteWebhookEndpoint', { params: { agent: other, endpoint } }))).toEqual([
          404,
          'resource_not_found',
        ])
    })
  })
})
