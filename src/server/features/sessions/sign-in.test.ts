import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { codeOf } from '../two-factor/totp.ts'

const password = 'a long enough password'

describe.each(databases())('sign-ins that come at once, on $name', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ database, env: { TRUST_PROXY: '127.0.0.1' } })
  })
  afterAll(() => test.close())

  async function account(email: string) {
    await test.request('signUp', { body: { organization: 'Example', name: 'Owner', email, password } })
    return (sent: string, address = '192.0.2.1') => signInFrom(address, email, sent)
  }
  const signInFrom = (address: string, email: string, sent: string) =>
    test.request('signIn', { body: { email, password: sent } }, { headers: { 'x-forwarded-for': address } })
  const countOf = (answers: readonly { status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length
  const failures = async () =>
    (await test.deps.database.read.selectFrom('sign_in_failures').selectAll().execute()).length

  it('all succeed with the right password, even one failure from the limit', async () => {
    const signIn = await account('ana@example.com')
    for (let count = 0; count < 9; count += 1) expect((await signIn('wrong password')).status).toBe(401)
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(password)))
    expect(countOf(answers, 200)).toBe(40)
  })

  it('are looked at ten times with wrong passwords, and all others wait', async () => {
    const signIn = await account('bob@example.com')
    const answers = await Promise.all(Array.from({ length: 200 }, (_, guess) => signIn(`wrong password ${guess}`)))
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 190])
    expect((await signIn(password)).status).toBe(429)
  })

  it('write no failure down before it is one, so that a process that dies in a sign-in leaves none', async () => {
    const signIn = await account('cleo@example.com')
    const before = await failures()
    let isDone = false
    const signingIn = Promise.all(Array.from({ length: 5 }, () => signIn(password))).finally(() => {
      isDone = true
    })
    const seen = new Set<number>()
    while (!isDone) {
      seen.add(await failures())
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    expect(countOf(await signingIn, 200)).toBe(5)
    expect([...seen]).toEqual([before])
  })
  it('count for the whole network of an IPv6 address, which one customer has to themselves', async () => {
    const signIn = await account('dora@example.com')
    for (let host = 1; host <= 10; host += 1)
      expect((await signIn('wrong password', `2001:db8:1:2::${host}`)).status).toBe(401)
    expect((await signIn(password, '2001:db8:1:2:3:4:5:6')).status).toBe(429)
    expect((await signIn(password, '2001:db8:1:3::1')).status).toBe(200)
  })

  it('fail a hundred times from one network, whichever accounts they try, and then wait', async () => {
    const signIn = await account('eve@example.com')
    const guesses = Array.from({ length: 150 }, (_, guess) =>
      signInFrom('198.51.100.9', `guess${guess}@example.com`, 'wrong password'),
    )
    const answers = await Promise.all(guesses)
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([100, 50])
    expect(answers.find(({ status }) => status === 429)?.headers).toMatchObject({ 'x-ratelimit-limit': '100' })
    expect((await signIn(password, '198.51.100.9')).status).toBe(429)
    expect((await signIn(password, '198.51.100.10')).status).toBe(200)
  })
})

/** The cookies that an answer sets, as a browser would send them back. */
const cookiesOf = (answer: { headers: { 'set-cookie'?: unknown } }) =>
  [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]!)
const deviceOf = (answer: { headers: { 'set-cookie'?: unknown } }) =>
  cookiesOf(answer).find((cookie) => cookie.startsWith('baton_device_'))!

describe.each(databases())('an owner whose password strangers guess, on $name', (database) => {
  let test: TestApp
  let time = Date.now()
  const env = { TRUST_PROXY: '10.0.0.0/8', PUBLIC_URL: 'https://help.example' }
  beforeAll(async () => {
    test = await createTestApp({ database, env, now: () => time })
  })
  afterAll(() => test.close())

  const signUp = (email: string) =>
    test.request('signUp', { body: { organization: 'Example', name: 'Owner', email, password } })
  /** Sends a sign-in from a proxy: one that is named if `proxy` begins with 10. */
  async function signIn(
    email: string,
    sent: string,
    proxy: string,
    headers: Record<string, string> = {},
    code?: string,
  ) {
    const payload = { email, password: sent, ...(code !== undefined && { code }) }
    const options = { method: 'POST', url: '/api/v1/session', remoteAddress: proxy, headers, payload } as const
    const answer = await test.app.inject(options)
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }
  const times = async (count: number, send: (number: number) => Promise<{ status: number }>) => {
    const statuses = []
    for (let number = 0; number < count; number += 1) statuses.push((await send(number)).status)
    return statuses
  }

  it.each([
    ['that says for whom it asks', (number: number) => ({ 'x-forwarded-for': `203.0.113.${number % 250}` })],
    ['that passes on what the client made up', () => ({ 'x-forwarded-for': '203.0.113.1, 127.0.0.1' })],
    ['that forwards nothing', () => ({})],
  ])('gets in with the right one through an unnamed proxy %s', async (what, headers) => {
    const email = `shared${what.length}@example.com`
    await signUp(email)
    const guessed = await times(25, (number) => signIn(email, `guess ${number}`, '127.0.0.1', headers(number)))
    expect(guessed).toEqual(Array(25).fill(401))
    expect((await signIn(email, password, '127.0.0.1', { 'x-forwarded-for': '198.51.100.7' })).status).toBe(200)
    time += 60_000
  })

  it('is only slowed there by many more, which are looked at thirty times a minute', async () => {
    const email = 'slowed@example.com'
    await signUp(email)
    const guessed = await times(60, (number) => signIn(email, `guess ${number}`, '127.0.0.1'))
    expect(guessed).toEqual([...Array(30).fill(401), ...Array(30).fill(429)])
    const refused = await signIn(email, password, '127.0.0.1')
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 60])
    expect(refused.body.error.message).toBe('Too many failed attempts. Try again in 60 seconds.')
    time += 60_000
    expect((await signIn(email, password, '127.0.0.1')).status).toBe(200)
  })

  it('gets in at once from a browser that has signed in before, whatever happens elsewhere', async () => {
    const email = 'known@example.com'
    const cookie = deviceOf(await signUp(email))
    await times(60, (number) => signIn(email, `guess ${number}`, '127.0.0.1'))
    expect((await signIn(email, password, '127.0.0.1')).status).toBe(429)
    const known = await signIn(email, password, '127.0.0.1', { cookie })
    expect(known.status).toBe(200)
    expect(deviceOf(known)).toBe(cookie)
    for (const forged of [cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), `${cookie}x`, 'baton_device_=x'])
      expect((await signIn(email, password, '127.0.0.1', { cookie: forged })).status).toBe(429)
    time += 60_000
  })

  it('is not guessed for long with a copy of the browser’s cookie, which another password ends', async () => {
    const email = 'copied@example.com'
    const signedUp = await signUp(email)
    const headers = { cookie: deviceOf(signedUp), 'x-forwarded-for': '198.51.100.20' }
    const statuses = await times(30, (number) => signIn(email, `guess ${number}`, '10.0.0.1', headers))
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(10).fill(429)])
    const elsewhere = { ...headers, 'x-forwarded-for': '198.51.100.21' }
    expect((await signIn(email, password, '10.0.0.1', elsewhere)).status).toBe(200)
    const body = { password: 'another long password', current_password: password }
    await test.request('updateAccount', { body }, { cookie: cookiesOf(signedUp)[0]! })
    const old = await signIn(email, 'another long password', '10.0.0.1', elsewhere)
    expect(old.status).toBe(200)
    expect(deviceOf(old)).not.toBe(headers.cookie)
  })

  it('is blocked at a named proxy’s address after ten, and at no other', async () => {
    const email = 'named@example.com'
    await signUp(email)
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const guessed = await times(12, () => signIn(email, 'a guess', '10.0.0.1', from('203.0.113.5')))
    expect(guessed).toEqual([...Array(10).fill(401), 429, 429])
    expect((await signIn(email, password, '10.0.0.1', from('203.0.113.5'))).status).toBe(429)
    expect((await signIn(email, password, '10.0.0.1', from('203.0.113.6'))).status).toBe(200)
  })

  it('is slowed for all unknown browsers when a hundred guesses a minute come from everywhere', async () => {
    const email = 'botnet@example.com'
    const cookie = deviceOf(await signUp(email))
    const from = (number: number) => ({ 'x-forwarded-for': `192.0.2.${number}` })
    const guessed = await times(110, (number) => signIn(email, 'a guess', '10.0.0.1', from(number)))
    expect(guessed).toEqual([...Array(100).fill(401), ...Array(10).fill(429)])
    expect((await signIn(email, password, '10.0.0.1', from(200))).status).toBe(429)
    expect((await signIn(email, password, '10.0.0.1', { ...from(200), cookie })).status).toBe(200)
    time += 60_000
    expect((await signIn(email, password, '10.0.0.1', from(200))).status).toBe(200)
  })

  it('gets in from a known browser although somebody with the password has guessed codes', async () => {
    const email = 'coded@example.com'
    const signedUp = await signUp(email)
    const caller = { cookie: cookiesOf(signedUp)[0]! }
    const { secret } = (await test.request('startTwoFactor', { body: { password } }, caller)).data
    const code = () => codeOf(secret, Math.floor(time / 30_000))
    await test.request('confirmTwoFactor', { body: { code: code() } }, caller)
    time += 60_000
    const guessed = await times(12, () => signIn(email, password, '10.0.0.1', {}, '12345'))
    expect(guessed).toEqual([...Array(10).fill(401), 429, 429])
    expect((await signIn(email, password, '10.0.0.1', {}, code())).status).toBe(429)
    const cookie = deviceOf(signedUp)
    expect((await signIn(email, password, '10.0.0.1', { cookie }, '12345')).status).toBe(401)
    expect((await signIn(email, password, '10.0.0.1', { cookie }, code())).status).toBe(200)
  })

  it('gets the cookie of a known browser for sign-in alone, out of the reach of scripts', async () => {
    const answer = await signUp('cookie@example.com')
    const set = [answer.headers['set-cookie']].flat().find((cookie) => String(cookie).startsWith('baton_device_'))
    expect(set).toMatch(/; Max-Age=34560000; Path=\/api\/v1\/session; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('can ask for a link although strangers have asked for links through the same proxy', async () => {
    const ask = (number: number) =>
      test.request('requestPasswordReset', { body: { email: `nobody${number}@example.com` } })
    expect(await times(60, ask)).toEqual(Array(60).fill(202))
  })
})

describe('what the log says of failed sign-ins', () => {
  it('names the address and the limit, and neither the email nor a password or code that was sent', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const test = await createTestApp({ env: { TRUST_PROXY: '127.0.0.1' }, log: pino({ level: 'warn' }, stream) })
    const owner = { email: 'ana@example.com', password }
    const signIn = (body: { email: string; password: string; code?: string }) =>
      test.request('signIn', { body }, { headers: { 'x-forwarded-for': '203.0.113.5' } })
    const said = () => lines.splice(0).map((line) => JSON.parse(line) as { msg: string; address: string })
    try {
      const signedUp = await test.request('signUp', { body: { ...owner, organization: 'Example', name: 'Ana' } })
      const caller = { cookie: String(signedUp.headers['set-cookie']).split(';')[0]! }
      const { secret } = (await test.request('startTwoFactor', { body: { password } }, caller)).data
      const code = codeOf(secret, Math.floor(Date.now() / 30_000))
      expect((await test.request('confirmTwoFactor', { body: { code } }, caller)).status).toBe(200)
      expect((await signIn(owner)).body.error.code).toBe('two_factor_required')
      expect(lines).toEqual([])

      await signIn({ ...owner, password: 'a guessed one' })
      await signIn({ email: 'nobody@example.com', password: 'a guessed one' })
      await signIn({ ...owner, code: '12345' })
      expect(lines.join('')).not.toMatch(/ana@|nobody@|guessed|long enough|12345"/)
      expect(said()).toMatchObject([
        { msg: 'failed sign-in: wrong password or unknown account', address: '203.0.113.5' },
        { msg: 'failed sign-in: wrong password or unknown account', address: '203.0.113.5' },
        { msg: 'failed sign-in: wrong code', address: '203.0.113.5' },
      ])
      for (let count = 1; count < 10; count += 1) await signIn({ ...owner, password: 'a guessed one' })
      said()
      expect((await signIn(owner)).status).toBe(429)
      expect(said()).toMatchObject([{ msg: 'sign-in refused after too many failures', address: '203.0.113.5' }])
    } finally {
      await test.close()
    }
  })
})
