import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { isApiKey, newApiKey } from './token.ts'

const DAY_MS = 24 * 60 * 60_000

describe('the form of a key', () => {
  it('is baton_, 40 base62 characters, and 6 of checksum that catch any single typo', () => {
    const key = newApiKey()
    expect(key).toMatch(/^baton_[0-9A-Za-z]{46}$/)
    expect(isApiKey(key)).toBe(true)
    for (let index = 6; index < key.length; index += 1) {
      const typo = key.slice(0, index) + (key[index] === 'a' ? 'b' : 'a') + key.slice(index + 1)
      expect(isApiKey(typo)).toBe(false)
    }
  })
})

describe.each(databases())('keys on $name', (database) => {
  let test: TestApp
  let clock = Date.now()

  beforeAll(async () => {
    test = await createTestApp({ database, now: () => clock, env: { RATE_LIMITS: '{"read":5}' } })
  })
  afterAll(() => test.close())

  it('shows the key once, keeps its hash, and revokes at once', async () => {
    const owner = await test.signUp()
    const params = { organization: owner.organizationId }
    const body = { name: 'CI', scopes: ['agent:read' as const], expires_at: 'lifetime' as const }
    const { key, ...shown } = (await test.request('createApiKey', { params, body }, owner)).data
    const list = await test.request('listApiKeys', { params }, owner)
    expect(list.data).toEqual([shown])
    expect([shown.last_four, JSON.stringify(list.body).includes(key)]).toEqual([key.slice(-4), false])
    const stored = await test.deps.database.read
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', shown.id)
      .executeTakeFirstOrThrow()
    expect(stored.key_hash).toBe(createHash('sha256').update(key).digest('hex'))
    expect((await test.request('listAiModels', {}, { key })).status).toBe(200)
    await test.request('revokeApiKey', { params: { ...params, key: shown.id } }, owner)
    expect((await test.request('listAiModels', {}, { key })).status).toBe(401)
  })

  it('expires on its date with token_expired', async () => {
    const owner = await test.signUp()
    const params = { organization: owner.organizationId }
    const expires_at = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
    const { key } = (
      await test.request('createApiKey', { params, body: { name: 'x', scopes: ['agent:read'], expires_at } }, owner)
    ).data
    expect((await test.request('listAiModels', {}, { key })).status).toBe(200)
    clock += 2 * DAY_MS
    const answer = await test.request('listAiModels', {}, { key })
    expect([answer.status, answer.body.error.code]).toEqual([401, 'token_expired'])
    clock -= 2 * DAY_MS
    for (const date of ['2020-01-01', 'tomorrow', '2099-02-30', ''])
      expect(
        (
          await test.request(
            'createApiKey',
            { params, body: { name: 'x', scopes: ['agent:read'], expires_at: date } },
            owner,
          )
        ).status,
      ).toBe(422)
  })

  it('needs a plan to be made and to be used', async () => {
    const owner = await test.signUp()
    const params = { organization: owner.organizationId }
    const key = await owner.key()
    await test.request('updateOrganization', { params, body: { plan: 'promotional' } }, owner)
    expect((await test.request('listAiModels', {}, { key })).status).toBe(200)
    await test.request('updateOrganization', { params, body: { plan: 'free' } }, owner)
    const used = await test.request('listAiModels', {}, { key })
    expect([used.status, used.body.error.code]).toEqual([403, 'premium_required'])
    const made = await test.request(
      'createApiKey',
      { params, body: { name: 'x', scopes: ['agent:read'], expires_at: 'lifetime' } },
      owner,
    )
    expect(made.body.error.code).toBe('premium_required')
  })

  it('counts requests per key and class, exactly, and says how many are left', async () => {
    const owner = await test.signUp()
    const [key, other] = [await owner.key(), await owner.key()]
    const get = (key: string) => test.request('listAiModels', {}, { key })
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(key)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5)
    const refused = answers.find((answer) => answer.status === 429)!
    expect(refused.body.error).toEqual({ code: 'rate_limit_exceeded', message: 'Too Many Attempts.', details: [] })
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['x-ratelimit-reset']) * 1000).toBeGreaterThan(Date.now())
    expect((await get(other)).headers['x-ratelimit-remaining']).toBe('4')
    const write = await test.request(
      'createAgent',
      { params: { organization: owner.organizationId }, body: { name: 'x' } },
      { key },
    )
    expect(write.status).toBe(201)
  })
})
