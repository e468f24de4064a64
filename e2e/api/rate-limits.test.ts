import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type RateClass, rateLimits } from '#contract/limits.ts'
import { publicRoutes } from '#contract/public-routes.ts'
import type { PublicRouteName } from '#contract/routes.ts'
import { setUp } from '../tools/client.ts'
import { type Product, removeData, startProduct } from '../tools/product.ts'
import { type Account, accountOf, refusal, type Sent } from './support/account.ts'
import { newDatabase } from './support/storage.ts'

const classes = Object.keys(rateLimits) as RateClass[]
const OVER = 15

describe.each(inject('products'))('rate limits on $database', ({ databaseUrl }) => {
  /** Two processes on PostgreSQL, which they can share; one on SQLite. */
  let processes: Product[]
  let account: Account
  let params: Record<string, string>
  beforeAll(async () => {
    const env: Record<string, string> = databaseUrl ? { DATABASE_URL: await newDatabase(databaseUrl) } : {}
    const first = await startProduct({ env })
    processes = databaseUrl ? [first, await startProduct({ env: { ...env, ROLE: 'http' } })] : [first]
    const owner = await setUp(first.url)
    account = accountOf(first.url, owner.organizationId, owner.cookie)
    account.key = owner.key
    const agent = (await account.newAgent()).id
    const conversation = (await account.newConversation(agent)).id
    params = { organization: owner.organizationId, agent, conversation, taskId: 'x' }
    account.key = (await account.newKey()).key // the rate limit counts of a new key start at zero
  })
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()))
    for (const process of processes) removeData(process)
  })

  /** Sends `count` requests at once, spread evenly over the processes. */
  const flood = (name: PublicRouteName, count: number, credentials = {}, sent: Sent = { params }) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => {
        const { url } = processes[index % processes.length]!
        const at = accountOf(url, account.organization, account.cookie)
        return at.send(name, sent, { key: account.key, ...credentials })
      }),
    )

  it.each([
    ['read', 'getAgent', 'listAiModels'],
    ['write', 'updateAgent', 'sendHumanMessage'],
    ['training', 'createSource', 'startCrawl'],
    ['polling', 'listMessages', 'getTrainingJob'],
  ] as const)(
    '%s: exactly as many as its limit a minute, over all its endpoints and processes',
    async (rate, one, other) => {
      const limit = rateLimits[rate]
      const half = Math.floor(limit / 2)
      const answers = [...(await flood(one, half)), ...(await flood(other, limit - half + OVER))]
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused).toHaveLength(OVER)
      for (const { headers, body } of refused) {
        expect([body.error.code, body.error.message]).toEqual(['rate_limit_exceeded', 'Too Many Attempts.'])
        expect(headers.get('x-ratelimit-remaining')).toBe('0')
        const retryAfter = Number(headers.get('retry-after'))
        expect(retryAfter).toBeGreaterThanOrEqual(1)
        expect(retryAfter).toBeLessThanOrEqual(60)
        const reset = Number(headers.get('x-ratelimit-reset')) - Date.parse(headers.get('date')!) / 1000
        expect(Math.abs(reset - retryAfter)).toBeLessThan(10)
      }
      const counted = answers.filter(({ status }) => status !== 429)
      const remaining = counted.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
      expect(remaining.sort((a, b) => b - a)).toEqual(Array.from({ length: limit }, (_, index) => limit - 1 - index))
      for (const { headers } of counted) {
        expect(headers.get('x-ratelimit-limit')).toBe(String(limit))
        expect([headers.get('retry-after'), headers.get('x-ratelimit-reset')]).toEqual([null, null])
      }
    },
  )

  it('429 before 403 and 404: of a key that is used up and may do nothing there', async () => {
    const { key } = await account.newKey(['agent:read'])
    await flood('getTrainingJob', rateLimits.polling, { key })
    const [answer] = await flood('getTrainingJob', 1, { key })
    expect(refusal(answer!)).toEqual([429, 'rate_limit_exceeded'])
  })

  it('another key has limits of its own, and so has the dashboard', async () => {
    const { key } = await account.newKey()
    const [answer] = await flood('getAgent', 1, { key })
    expect([answer!.status, answer!.headers.get('x-ratelimit-remaining')]).toEqual([200, String(rateLimits.read - 1)])
    const { token } = await account.get('createSessionToken')
    const [own] = await flood('getAgent', 1, { key: token })
    expect([own!.status, own!.headers.get('x-ratelimit-remaining')]).toEqual([200, String(rateLimits.read - 1)])
  })

  it('requests without a valid key count by address and class, whatever key they make up', async () => {
    const keys = ['', 'nonsense', 'baton_x']
    const answers = await flood('createSource', rateLimits.training, { key: keys[0] }, { params })
    expect(answers.every(({ status }) => status === 401)).toBe(true)
    for (const key of keys) expect((await flood('createSource', 1, { key }))[0]!.status).toBe(429)
    expect((await flood('getAgent', 1, { key: '' }))[0]!.status).toBe(401)
  })

  it('a 304 counts too', async () => {
    const { key } = await account.newKey()
    const [first] = await flood('getAgent', 1, { key })
    const headers = { 'if-none-match': first!.headers.get('etag')! }
    const [second] = await flood('getAgent', 1, { key, headers })
    expect([second!.status, second!.headers.get('x-ratelimit-remaining')]).toEqual([304, String(rateLimits.read - 2)])
  })

  it('every operation has its rate class', async () => {
    const { key } = await account.newKey()
    for (const name of Object.keys(publicRoutes) as PublicRouteName[]) {
      const [answer] = await flood(name, 1, { key }, { params: {} })
      expect(Number(answer!.headers.get('x-ratelimit-limit')), name).toBe(rateLimits[publicRoutes[name].rate])
    }
    expect(classes).toEqual(['read', 'write', 'training', 'polling'])
  })
})
