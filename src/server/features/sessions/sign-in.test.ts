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
