import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errorForLog } from '../../process/error-for-log.ts'
import { databases } from '../../testing/database.ts'
import { linkIn, type MailServer, startMailServer, tokenIn } from '../../testing/mail-server.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { codeOf } from '../two-factor/totp.ts'
import { resetLink } from './reset-link.ts'

const password = 'a long enough password'
const another = 'another long password'
const HOUR_MS = 60 * 60 * 1000
const PUBLIC_URL = 'https://baton.example'

describe.each(databases())('password resets on $name', (database) => {
  let test: TestApp
  let server: MailServer
  let time = 1_800_000_000_000
  beforeAll(async () => {
    server = await startMailServer()
    const env = {
      SMTP_URL: server.url,
      MAIL_FROM: 'Support <support@example.com>',
      PUBLIC_URL,
      TRUST_PROXY: '127.0.0.1',
    }
    test = await createTestApp({ database, env, now: () => time })
  })
  beforeEach(() => {
    server.received.length = 0
    time += 2 * HOUR_MS
  })
  afterAll(async () => {
    await test.close()
    await server.close()
  })

  let people = 0

  async function account() {
    people += 1
    const email = `reset${people}@example.com`
    const answer = await test.request('signUp', { body: { organization: 'Example', name: 'Ana', email, password } })
    const caller = { cookie: String(answer.headers['set-cookie']).split(';')[0]! }
    const signIn = (sent: string) => test.request('signIn', { body: { email, password: sent } })
    return { email, caller, signIn }
  }

  const ask = async (email: string) => {
    const answer = await test.request('requestPasswordReset', { body: { email } })
    await test.settled()
    return answer
  }
  const use = (token: string, wanted = another) =>
    test.request('usePasswordReset', { body: { token, password: wanted } })

  it('mails a link that gives the account another password once, and ends its sessions', async () => {
    const { email, caller, signIn } = await account()
    for (let count = 0; count < 10; count += 1) await signIn('what may it have been')
    expect((await signIn(password)).status).toBe(429)
    const answer = await ask(email.toUpperCase())
    expect([answer.status, answer.data]).toEqual([202, {}])
    const [mail] = server.received
    expect([server.received.length, mail?.to]).toEqual([1, [email]])
    expect(linkIn(mail)).toMatch(/^https:\/\/baton\.example\/reset-password#[\w-]{43}$/)
    expect((await use(tokenIn(mail), 'short')).status).toBe(422)
    expect((await use(tokenIn(mail))).status).toBe(204)
    expect((await test.request('getSession', {}, caller)).status).toBe(401)
    expect((await signIn(password)).status).toBe(401)
    expect((await signIn(another)).status).toBe(200)
    const again = await use(tokenIn(mail))
    const unknown = await use('x'.repeat(43))
    expect([again.status, again.body.error]).toEqual([404, unknown.body.error])
  })

  it('answers alike for an account that does not exist, and mails nobody', async () => {
    const { email } = await account()
    const known = await ask(email)
    const unknown = await ask('nobody@example.com')
    expect([unknown.status, unknown.data]).toEqual([known.status, known.data])
    expect(server.received.map(({ to }) => to)).toEqual([[email]])
  })

  it('lets one of two uses at the same moment win', async () => {
    const { email, signIn } = await account()
    await ask(email)
    const token = tokenIn(server.received[0])
    const wanted = Array.from({ length: 5 }, (_, number) => `a long password ${number}`)
    const answers = await Promise.all(wanted.map((sent) => use(token, sent)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
    const winner = answers.findIndex(({ status }) => status === 204)
    expect((await signIn(wanted[winner]!)).status).toBe(200)
  })

  it('lets only the newest link work, for an hour', async () => {
    const { email } = await account()
    await ask(email)
    await ask(email)
    const [first, second] = server.received.map(tokenIn)
    expect((await use(first!)).status).toBe(404)
    time += HOUR_MS
    expect((await use(second!)).status).toBe(404)
    await ask(email)
    time += HOUR_MS - 1
    expect((await use(tokenIn(server.received[2]))).status).toBe(204)
  })

  it('lets the newest link work also when the clock was set back', async () => {
    const { email } = await account()
    await ask(email)
    time -= 10 * 60_000
    await ask(email)
    const [first, second] = server.received.map(tokenIn)
    expect(server.received).toHaveLength(2)
    expect((await use(first!)).status).toBe(404)
    expect((await use(second!)).status).toBe(204)
    time -= 10 * 60_000
    const link = await resetLink(test.deps, { email, baseUrl: PUBLIC_URL, endsTwoFactor: false })
    expect((await use(new URL(link!).hash.slice(1), password)).status).toBe(204)
    time += HOUR_MS
  })

  it('mails three an hour to an account, and answers a fourth alike', async () => {
    const { email } = await account()
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(email)))
    await test.settled()
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202])
    expect(server.received.length).toBeLessThanOrEqual(3)
    await ask(email)
    const rows = test.deps.database.read.selectFrom('account_tokens').innerJoin('users', 'users.id', 'user_id')
    expect(await rows.select('account_tokens.id').where('users.email', '=', email).execute()).toHaveLength(3)
    time += HOUR_MS
    server.received.length = 0
    await ask(email)
    expect(server.received).toHaveLength(1)
  })

  it('takes thirty requests a minute from one IPv6 network', async () => {
    const askFrom = (address: string) => {
      const headers = { 'x-forwarded-for': address }
      return test.request('requestPasswordReset', { body: { email: 'nobody@example.com' } }, { headers })
    }
    for (let host = 1; host <= 30; host += 1) expect((await askFrom(`2001:db8:5:5::${host}`)).status).toBe(202)
    expect((await askFrom('2001:db8:5:5:ffff::1')).status).toBe(429)
    expect((await askFrom('2001:db8:5:6::1')).status).toBe(202)
    await test.settled()
  })

  it('leaves two-factor on, but for a link of the operator that says so', async () => {
    const { email, caller, signIn } = await account()
    const { secret } = (await test.request('startTwoFactor', { body: { password } }, caller)).data
    const code = codeOf(secret, Math.floor(time / 30_000))
    await test.request('confirmTwoFactor', { body: { code } }, caller)
    await ask(email)
    await use(tokenIn(server.received[0]))
    expect((await signIn(another)).body.error.code).toBe('two_factor_required')
    const link = await resetLink(test.deps, { email, baseUrl: PUBLIC_URL, endsTwoFactor: true })
    expect((await signIn(another)).status).toBe(401)
    expect((await use(new URL(link!).hash.slice(1), password)).status).toBe(204)
    expect((await signIn(password)).status).toBe(200)
  })

  it('ends a link when the password is changed meanwhile', async () => {
    const { email, caller } = await account()
    await ask(email)
    await test.request('updateAccount', { body: { password: another, current_password: password } }, caller)
    expect((await use(tokenIn(server.received[0]))).status).toBe(404)
  })

  it('mails again after a mail server that was away, with a link that works', async () => {
    const { email } = await account()
    server.refuseWith({ code: 451, message: 'come back later' })
    const settled = test.request('requestPasswordReset', { body: { email } })
    expect((await settled).status).toBe(202)
    await expect.poll(waitingMails).toBe(1)
    server.refuseWith(undefined)
    await expect.poll(() => server.received.length).toBe(1)
    expect((await use(tokenIn(server.received[0]))).status).toBe(204)
  })

  /** Rows of links whose mail has been tried: their token is known to nobody yet. */
  async function waitingMails(): Promise<number> {
    const rows = test.deps.database.read.selectFrom('account_tokens').select('id').where('token_hash', 'is not', null)
    return (await rows.where('created_at', '=', time).execute()).length
  }

  it('keeps the token out of the database, the queue and the log', async () => {
    const { email } = await account()
    await ask(email)
    const token = tokenIn(server.received[0])
    const { read } = test.deps.database
    for (const table of ['account_tokens', 'idempotency_keys', 'events', 'jobs'] as const)
      expect(JSON.stringify(await read.selectFrom(table).selectAll().execute())).not.toContain(token)
  })
})

describe('what the log says of mail', () => {
  it('names the mail server and why, and neither its password nor a token nor a password that was sent', async () => {
    const server = await startMailServer()
    server.refuseWith({ code: 550, message: 'no such mailbox' })
    const lines: string[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const env = { SMTP_URL: server.url, MAIL_FROM: 'support@example.com', PUBLIC_URL }
    const log = pino({ level: 'trace', serializers: { err: errorForLog } }, stream)
    const test = await createTestApp({ env, log })
    try {
      const body = { organization: 'Example', name: 'Ana', email: 'ana@example.com', password }
      const caller = { cookie: String((await test.request('signUp', { body })).headers['set-cookie']).split(';')[0]! }
      await test.request('requestPasswordReset', { body: { email: body.email } })
      await test.settled()
      await test.request('usePasswordReset', { body: { token: 'a-token-that-was-sent', password: another } })
      const { data } = await test.request('startTwoFactor', { body: { password } }, caller)
      await test.request('signIn', { body: { ...body, code: '123456' } })
      const said = lines.join('')
      expect(said).toContain('no such mailbox')
      for (const secret of [password, another, 'p@ss/word', 'p%40ss', 'a-token-that-was-sent', data.secret, '123456'])
        expect(said).not.toContain(secret)
    } finally {
      await test.close()
      await server.close()
    }
  })
})
