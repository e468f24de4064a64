import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal } from './support/account.ts'
import { speak } from './support/speak.ts'
import { trained } from './support/until.ts'

const COUNT = 7
/** Every paginated list of the API, with a filter where the list has one. */
const lists = [
  ['listAgents', { status: 'active' }],
  ['listSources', { type: 'text' }],
  ['listConversations', { status: 'open' }],
  ['listMessages', {}],
  ['listWebhookEndpoints', {}],
] as const

describe.each(inject('products'))('pagination on $database', (product) => {
  let account: Account
  let params: Record<string, string>
  beforeAll(async () => {
    account = await newAccount(product)
    const agent = (await account.newAgent()).id
    const body = {
      origin: 'widget',
      chat_user: { id: 'ana' },
      messages: Array.from({ length: COUNT }, (_, index) => ({ role: 'visitor', content: `Line ${index}` })),
    }
    const { id: conversation } = await account.get('importConversation', { params: { agent }, body })
    params = { organization: account.organization, agent, conversation }
    for (let count = 1; count < COUNT; count += 1) {
      await account.newAgent()
      await account.newConversation(agent)
    }
    for (let count = 0; count < COUNT; count += 1) {
      await account.newTextSource(agent)
      await account.get('createWebhookEndpoint', { params, body: { url: 'https://hooks.example.com/' } })
    }
    // A source that is still being trained on would differ from one page to the next.
    for (const { id } of await account.get('listSources', { params })) await trained(account, agent, id)
  })

  describe.each(lists)('%s', (name, filter) => {
    const list = (query: object) => account.send(name, { params, query: { ...filter, ...query } })

    it('page 1 of 25 by default; links are absolute, and null where there is none', async () => {
      const { body } = await list({})
      expect(body.data).toHaveLength(COUNT)
      expect(body.meta).toMatchObject({ current_page: 1, per_page: 25, total: COUNT, last_page: 1 })
      expect(body.links.first).toMatch(new RegExp(`^${product.url}/v1/`))
      expect([body.links.last, body.links.prev, body.links.next]).toEqual([body.links.first, null, null])
    })

    it('links carry page alone: neither per_page nor a filter', async () => {
      const { body } = await list({ page: 2, per_page: 3 })
      expect(body.meta).toMatchObject({ current_page: 2, per_page: 3, total: COUNT, last_page: 3 })
      const queries = Object.values(body.links as Record<string, string>).map((link) => new URL(link).search)
      expect(queries).toEqual(['?page=1', '?page=3', '?page=1', '?page=3'])
    })

    it('gives every item once over its pages, in the order of one page', async () => {
      const whole = (await list({})).body.data
      const pages = [1, 2, 3].map(async (page) => (await list({ page, per_page: 3 })).body.data)
      expect((await Promise.all(pages)).flat()).toEqual(whole)
    })

    it('the last page has no next; past the end is empty, and prev leads back', async () => {
      const last = (await list({ page: 3, per_page: 3 })).body
      expect([last.data.length, last.links.next, new URL(last.links.prev).search]).toEqual([1, null, '?page=2'])
      const past = (await list({ page: 9, per_page: 3 })).body
      expect([past.data, past.links.next, new URL(past.links.prev).search]).toEqual([[], null, '?page=3'])
      expect(past.meta).toMatchObject({ current_page: 9, total: COUNT, last_page: 3 })
      const far = 999_999_999_999_999
      expect((await list({ page: far, per_page: 3 })).body).toMatchObject({ data: [], meta: { current_page: far } })
    })

    it('caps per_page at 100 and says so', async () => {
      for (const per_page of [100, 101, 5_000, '99999999999'])
        expect((await list({ per_page })).body.meta.per_page).toBe(100)
      expect((await list({ per_page: 99 })).body.meta.per_page).toBe(99)
    })

    it.each([0, -1, 1.5, '', 'x', '1e3', ' 1', '０'])('422 for page and per_page of %j', async (value) => {
      for (const field of ['page', 'per_page'])
        expect(refusal(await list({ [field]: value }))).toEqual([422, 'validation_failed'])
    })
  })

  it('a number sent twice is no integer', async () => {
    const headers = { authorization: `Bearer ${account.key}` }
    const answer = await fetch(`${product.url}/v1/organizations/${account.organization}/agents?page=1&page=2`, {
      headers,
    })
    expect(((await answer.json()) as { error: { details: unknown } }).error.details).toEqual([
      { field: 'page', message: 'The page field must be an integer of at least 1.' },
    ])
  })

  it('an empty list has one page', async () => {
    const agent = (await account.newAgent()).id
    const { body } = await account.send('listSources', { params: { agent } })
    expect([body.data, body.meta.total, body.meta.last_page, body.links.next]).toEqual([[], 0, 1, null])
  })

  it('links are the same where the request names the server in its target too', async () => {
    const path = `/v1/organizations/${account.organization}/agents`
    const { port } = new URL(product.url)
    const headers = { authorization: `Bearer ${account.key}`, host: 'localhost' }
    const answer = request({ host: '127.0.0.1', port, headers, path: `http://localhost${path}?per_page=3` }).end()
    const [response] = (await once(answer, 'response')) as [IncomingMessage]
    expect(((await json(response)) as { links: object }).links).toMatchObject({
      first: `http://localhost${path}?page=1`,
    })
  })

  it('links are built from the Host of the request, whatever an untrusted one forwards', async () => {
    const address = product.url.replace('127.0.0.1', 'localhost')
    const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const headers = { authorization: `Bearer ${account.key}`, ...forwarded }
    const answer = await fetch(`${address}/v1/organizations/${account.organization}/agents`, { headers })
    const { links } = (await answer.json()) as { links: { first: string } }
    expect(links.first.startsWith(`${address}/v1/`)).toBe(true)
  })

  it.each(['', 'Host:\r\n', 'Host: a b\r\n', 'Host: evil.example/path?x#\r\n', 'Host: user@evil.example\r\n'])(
    'links are addresses whatever the Host is: %j',
    async (host) => {
      const path = `/v1/organizations/${account.organization}/agents`
      const request = `GET ${path} HTTP/1.0\r\n${host}Authorization: Bearer ${account.key}\r\n\r\n`
      const [, body = ''] = (await speak(product.url, request)).split('\r\n\r\n')
      const address = `http://localhost:${new URL(product.url).port}${path}`
      expect((JSON.parse(body) as { links: unknown }).links).toMatchObject({ first: `${address}?page=1` })
    },
  )
})
