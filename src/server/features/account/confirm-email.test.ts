import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { linkIn, type MailServer, startMailServer, tokenIn } from '../../testing/mail-server.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const password = 'a long enough password'
const HOUR_MS = 60 * 60 * 1000

describe.each(databases())('another address, where mail is sent, on $name', (database) => {
  let test: TestApp
  let server: MailServer
  let time = 1_800_000_000_000
  beforeAll(async () => {
    server = await startMailServer()
    const env = { SMTP_URL: server.url, MAIL_FROM: 'support@example.com', PUBLIC_URL: 'https://baton.example' }
    test = await createTestApp({ database, env, now: () => time })
  })
  beforeEach(() => {
    server.received.length = 0
    time += 48 * HOUR_MS
  })
  afterAll(async () => {
    await test.close()
    await server.close()
  })

  const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie']).split(';')[0]!
  const signIn = (email: string) => test.request('signIn', { body: { email, password } })
  const confirm = (token: string, caller = {}) => test.request('confirmEmail', { body: { token } }, caller)

  async function account(email: string) {
    const body = { organization: 'Example', name: 'Ana', email, password }
    const caller = { cookie: cookieOf(await test.request('signUp', { body })) }
    const move = async (to: string) => {
      const answer = await test.request('updateAccount', { body: { email: to, current_password: password } }, caller)
      await test.settled()
      return answer
    }
    return { caller, move }
  }

  it('counts once the link mailed to it is followed; the old one is told, and other sessions end', async () => {
    const { caller, move } = await account('ana@example.com')
    const elsewhere = { cookie: cookieOf(await signIn('ana@example.com')) }
    const answer = await move('Ana@new.example')
    expect([answer.status, answer.data.user.email]).toEqual([200, 'ana@example.com'])
    expect(server.received.map(({ to }) => to)).toEqual([['ana@new.example']])
    expect(linkIn(server.received[0])).toMatch(/^https:\/\/baton\.example\/confirm-email#[\w-]{43}$/)
    expect((await signIn('ana@new.example')).status).toBe(401)
    expect((await test.request('getSession', {}, elsewhere)).status).toBe(200)

    const events = test.deps.database.read.selectFrom('events').select('type').where('type', '=', 'member.updated')
    const told = (await events.execute()).length
    expect((await confirm(tokenIn(server.received[0]), caller)).status).toBe(204)
    await test.settled()
    expect(await events.execute()).toHaveLength(told + 1)
    expect((await test.request('getSession', {}, caller)).data.user.email).toBe('ana@new.example')
    expect((await test.request('getSession', {}, elsewhere)).status).toBe(401)
    expect((await signIn('ana@new.example')).status).toBe(200)
    expect((await signIn('ana@example.com')).status).toBe(401)
    expect(server.received[1]?.to).toEqual(['ana@example.com'])
    expect(server.received[1]?.text).toContain('ana@new.example')
    expect((await confirm(tokenIn(server.received[0]))).status).toBe(404)
  })

  it('can be confirmed signed out, once, within a day, by the newest link', async () => {
    const { caller, move } = await account('bea@example.com')
    await move('bea@old.example')
    await move('bea@new.example')
    const [old, newest] = server.received.map(tokenIn)
    expect((await confirm(old!)).status).toBe(404)
    time += 24 * HOUR_MS
    expect((await confirm(newest!)).status).toBe(404)
    await move('bea@new.example')
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(tokenIn(server.received[2]))))
    await test.settled()
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404])
    expect((await test.request('getSession', {}, caller)).status).toBe(401)
    expect((await signIn('bea@new.example')).status).toBe(200)
  })

  it('is refused when it is another account’s by the time it is confirmed', async () => {
    const { move } = await account('cleo@example.com')
    await move('wanted@example.com')
    await account('wanted@example.com')
    const answer = await confirm(tokenIn(server.received[0]))
    expect([answer.status, answer.body.error.details[0].field]).toEqual([422, 'email'])
    expect((await signIn('cleo@example.com')).status).toBe(200)
  })

  it('ends its link when the password is changed meanwhile', async () => {
    const { caller, move } = await account('dora@example.com')
    await move('dora@new.example')
    const body = { password: 'another long password', current_password: password }
    await test.request('updateAccount', { body }, caller)
    expect((await confirm(tokenIn(server.received[0]))).status).toBe(404)
  })

  it('is asked for ten times an hour at most', async () => {
    const { move } = await account('emma@example.com')
    for (let count = 0; count < 10; count += 1) expect((await move(`emma${count}@new.example`)).status).toBe(200)
    const answer = await move('emma@new.example')
    expect([answer.status, Number(answer.headers['retry-after'])]).toEqual([429, 60 * 60])
  })
})
