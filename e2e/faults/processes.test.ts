import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopeNames } from '#contract/scopes.ts'
import { NO_RATE_LIMITS } from '../api/support/start-products.ts'
import { until } from '../api/support/until.ts'
import { startWebsite, type Website } from '../api/support/website.ts'
import { call, must, type Owner, setUp } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import type { Product } from '../tools/product.ts'
import { followEvents } from './support/event-stream.ts'
import { databaseNames, type Installation, newAgent, newInstallation } from './support/installation.ts'
import { answered, createLedger, PAUSE_MS } from './support/ledger.ts'
import { type Balancer, startBalancer } from './support/round-robin.ts'

const TRAINING_LIMIT = 25
const RATE_LIMITS = JSON.stringify({ ...JSON.parse(NO_RATE_LIMITS), training: TRAINING_LIMIT })
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

// Two processes for HTTP and two for jobs share one database and one address.
describe.runIf(databaseNames().includes('PostgreSQL'))('several processes', () => {
  let installation: Installation
  let balancer: Balancer
  let receiver: Website
  let processes: { role: 'http' | 'worker'; port: number; product: Product }[]
  let http: string[]
  let owner: Owner
  let agent: string
  const env = (role: string) => ({ ROLE: role, RATE_LIMITS })

  beforeAll(async () => {
    installation = await newInstallation('PostgreSQL')
    receiver = await startWebsite(() => ({ status: 200 }))
    processes = await Promise.all(
      (['http', 'http', 'worker', 'worker'] as const).map(async (role) => {
        const port = await freePort()
        return { role, port, product: await installation.start(env(role), port) }
      }),
    )
    http = processes.filter(({ role }) => role === 'http').map(({ product }) => product.url)
    balancer = await startBalancer(http)
    owner = await setUp(balancer.url)
    agent = await newAgent(balancer.url, owner)
  })
  afterAll(async () => {
    balancer?.close()
    receiver?.close()
    await installation?.remove()
  })
  const organization = () => ({ organization: owner.organizationId })
  const newKey = async () => {
    const body = { name: 'Another', scopes: [...scopeNames], expires_at: 'lifetime' as const }
    return (await must(balancer.url, 'createApiKey', { params: organization(), body }, owner)).data
  }

  it('count rate limits exactly', async () => {
    const { key } = await newKey()
    const body = { type: 'text' as const, content: 'We open at nine.' }
    const answers = await Promise.all(
      times(TRAINING_LIMIT + 15, () => call(balancer.url, 'createSource', { params: { agent }, body }, { key })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...times(TRAINING_LIMIT, () => 201), ...times(15, () => 429)])
  })

  it('run a request once, however often it is repeated at the same time', async () => {
    const headers = { 'idempotency-key': 'forty' }
    const body = { name: 'Only one' }
    const answers = await Promise.all(
      times(40, () => call(balancer.url, 'createAgent', { params: organization(), body }, { key: owner.key, headers })),
    )
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ data }) => data.id))
    expect(ids.size).toBe(1)
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    const { data } = await must(balancer.url, 'listAgents', { params: organization(), query: { per_page: 100 } }, owner)
    expect(data.filter(({ name }) => name === body.name)).toHaveLength(1)
  })

  it('know at once that a key is revoked', async () => {
    for (const [revoking, asked] of [http, http.toReversed()] as [string, string][]) {
      const { id, key } = await newKey()
      const ask = async () => (await call(asked, 'listAgents', { params: organization() }, { key })).status
      expect(await ask()).toBe(200)
      await must(revoking, 'revokeApiKey', { params: { ...organization(), key: id } }, owner)
      expect(await ask()).toBe(401)
    }
  })

  it.each([{ elsewhere: 'nothing' }, { elsewhere: 'an older transaction' }])(
    "show on each one's stream what happens on the other, and resume on either, while $elsewhere runs",
    async (given) => {
      const elsewhere = new pg.Client(installation.databaseUrl)
      await elsewhere.connect()
      if (given.elsewhere !== 'nothing') await elsewhere.query('begin; select pg_current_xact_id()')
      const [one, other] = http as [string, string]
      const { data } = await must(one, 'createConversation', { params: { agent }, body: {} }, owner)
      const params = { agent, conversation: data.id }
      const say = async (at: string) =>
        (await must(at, 'sendMessage', { params, body: { content: 'Hello' } }, owner)).data.id
      const first = followEvents(one, owner)
      await until('the stream is open', async () => first.lastId() !== '')
      const said = [await say(other), await say(one)]
      const seen = () => first.entries.flatMap(({ data: { message_id } }) => message_id ?? [])
      await until('the first stream shows both', async () => said.every((id) => seen().includes(id)))
      first.close()
      said.push(await say(other))
      const second = followEvents(other, owner, first.lastId())
      said.push(await say(one))
      const seenByBoth = () => [...first.entries, ...second.entries].filter(({ data: { message_id } }) => message_id)
      await until('the second goes on', async () =>
        said.every((id) => seenByBoth().some((entry) => entry.data.message_id === id)),
      )
      second.close()
      await elsewhere.end()
      const created = seenByBoth().filter((entry) => entry.data.type === 'message.created')
      expect(new Set(created.map(({ data: { message_id } }) => message_id)).size).toBe(created.length)
      const ids = [...first.entries, ...second.entries].map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    },
  )

  it('do each job once, with files uploaded to one and read by another', async () => {
    const own = await newAgent(balancer.url, owner)
    const endpoint = { url: `${receiver.url}/hook` }
    await must(balancer.url, 'createWebhookEndpoint', { params: { agent: own }, body: endpoint }, owner)
    const ledger = createLedger(balancer.url, owner, own)
    await Promise.all([...times(12, () => ledger.converse()), ...times(3, () => ledger.uploadFile())])
    expect(ledger.counts()).toMatchObject({ messages: 24, files: 3 })
    const { events } = await ledger.check(balancer.url, receiver.received)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect([new Set(ids).size, ids.length]).toEqual([events, events])
  })

  it('restart one after the other under load, and no request is lost', async () => {
    const ledger = createLedger(balancer.url, owner, agent)
    let isOver = false
    let conversations = 0
    const load = times(6, async () => {
      while (!isOver) {
        conversations += 1
        await ledger.converse()
        await setTimeout(PAUSE_MS)
      }
    })
    for (const each of processes) {
      expect(await each.product.stop(), each.role).toBe(0)
      each.product = await installation.start(env(each.role), each.port)
    }
    isOver = true
    await Promise.all(load)
    expect(balancer.broken).toEqual([])
    expect(ledger.counts().messages).toBe(2 * conversations)
    const { replies } = await ledger.check(balancer.url)
    console.log(`4 processes restarted under ${3 * conversations} requests, none lost; ${replies} replies`)
  })

  it('answer through either what was asked of the other', async () => {
    const [one, other] = http as [string, string]
    const { data } = await must(one, 'createConversation', { params: { agent }, body: {} }, owner)
    const params = { agent, conversation: data.id }
    await must(other, 'sendMessage', { params, body: { content: 'When do you open?' } }, owner)
    expect((await answered(one, owner, params)).at(-1)?.content).toContain('nine')
  })
})
