import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const password = 'a long enough password'

describe.each(databases())('sessions on $name', (database) => {
  let test: TestApp
  let clock = Date.now()

  beforeAll(async () => {
    test = await createTestApp({ database, now: () => clock })
  })
  afterAll(() => test.close())

  const account = (email: string) => ({ organization: 'Example', name: 'Owner', email, password })
  const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie']).split(';')[0]!

  it('is set up once, however many try at once', async () => {
    expect((await test.request('getSetup', {})).data).toEqual({ needs_setup: true })
    const tries = Array.from({ length: 5 }, (_, index) =>
      test.request('setUp', { body: account(`first${index}@example.com`) }),
    )
    const statuses = (await Promise.all(tries)).map((answer) => answer.status)
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409])
    expect((await test.request('getSetup', {})).data).toEqual({ needs_setup: false })
    const late = await test.request('setUp', { body: account('late@example.com') })
    expect(late.body.error.code).toBe('already_set_up')
  })

  it('signs up, in and out with a cookie scripts cannot read', async () => {
    const signedUp = await test.request('signUp', { body: account('Ana@Example.com') })
    expect(String(signedUp.headers['set-cookie'])).toMatch(
      /^baton_session=[\w-]{43}; .*Path=\/; HttpOnly; SameSite=Lax/,
    )
    expect(signedUp.data.user.email).toBe('ana@example.com')
    const signedIn = await test.request('signIn', { body: { email: 'ANA@example.com', password } })
    expect(signedIn.data).toEqual(signedUp.data)
    const caller = { cookie: cookieOf(signedIn) }
    expect((await test.request('getSession', {}, caller)).data).toEqual(signedUp.data)
    expect((await test.request('signOut', {}, caller)).status).toBe(204)
    expect((await test.request('getSession', {}, caller)).status).toBe(401)
    const again = await test.request('signUp', { body: account('ana@example.com') })
    expect(again.body.error.details[0].field).toBe('email')
  })

  it('answers alike for an unknown account and a wrong password, and stops after ten failures', async () => {
    await test.request('signUp', { body: account('bob@example.com') })
    const fail = (email: string) => test.request('signIn', { body: { email, password: 'wrong password' } })
    const unknown = await fail('nobody@example.com')
    expect([unknown.status, unknown.body.error]).toEqual([401, (await fail('bob@example.com')).body.error])
    expect((await test.request('signIn', { body: { email: 'bob@example.com', password } })).status).toBe(200)
    for (let count = 1; count < 10; count += 1) expect((await fail('bob@example.com')).status).toBe(401)
    expect((await fail('bob@example.com')).body.error.code).toBe('rate_limit_exceeded')
    const refused = await test.request('signIn', { body: { email: 'bob@example.com', password } })
    expect(refused.status).toBe(429)
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900)
    clock += 15 * 60_000 + 1
    expect((await test.request('signIn', { body: { email: 'bob@example.com', password } })).status).toBe(200)
  })

  it('lists where one is signed in, and ends a session elsewhere at once', async () => {
    const account = { email: 'dora@example.com', password }
    await test.request('signUp', { body: { ...account, organization: 'Dora', name: 'Dora' } })
    const signIn = async (agent: string) => {
      clock += 1_000
      const answer = await test.request('signIn', { body: account }, { headers: { 'user-agent': agent } })
      return { cookie: String(answer.headers['set-cookie']).split(';')[0]! }
    }
    const [phone, desk] = [await signIn('Phone'), await signIn('Desk')]
    const { data } = await test.request('listSessions', {}, desk)
    expect(data.map(({ user_agent, is_current }) => [user_agent, is_current])).toEqual([
      ['Desk', true],
      ['Phone', false],
      [expect.any(String), false],
    ])
    const token = (await test.request('createSessionToken', { body: {} }, phone)).data.token
    const params = { session: data[1]!.id }
    const stranger = await test.signUp()
    expect((await test.request('endSession', { params }, stranger)).status).toBe(403)
    expect((await test.request('endSession', { params }, desk)).status).toBe(204)
    expect((await test.request('getSession', {}, phone)).status).toBe(401)
    expect((await test.request('listAiModels', {}, { key: token })).status).toBe(401)
    expect((await test.request('getSession', {}, desk)).status).toBe(200)
  })

  it('looks at ten of many wrong passwords that come at once; right ones count for nothing', async () => {
    await test.request('signUp', { body: account('cleo@example.com') })
    const signIn = (sent: string) => test.request('signIn', { body: { email: 'cleo@example.com', password: sent } })
    for (let count = 0; count < 12; count += 1) expect((await signIn(password)).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 30 }, (_, guess) => signIn(`wrong password ${guess}`)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  it('refuses what another site sends, and serves the command line', async () => {
    const { cookie } = await test.signUp()
    const post = (headers: Record<string, string>) =>
      test.request('createSessionToken', { body: {} }, { cookie, headers })
    expect((await post({})).status).toBe(201)
    expect((await post({ origin: 'http://localhost', host: 'localhost' })).status).toBe(201)
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[])
      expect((await post(headers)).body.error.code).toBe('forbidden')
  })

  it('gives a bearer for /v1 that ends after 15 minutes, or with the session, and outlives a lapsed plan', async () => {
    const owner = await test.signUp()
    const make = async () => (await test.request('createSessionToken', { body: {} }, owner)).data.token
    const list = (key: string) =>
      test.request('listAgents', { params: { organization: owner.organizationId } }, { key })
    const token = await make()
    expect((await list(token)).status).toBe(200)
    await test.request(
      'updateOrganization',
      { params: { organization: owner.organizationId }, body: { plan: 'free' } },
      owner,
    )
    expect((await list(token)).status).toBe(200)
    clock += 15 * 60_000
    expect((await list(token)).body.error.code).toBe('token_expired')
    const second = await make()
    await test.request('signOut', {}, owner)
    expect((await list(second)).status).toBe(401)
  })
})
