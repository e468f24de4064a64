import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { codeOf } from '../two-factor/totp.ts'

const password = 'a long enough password'
const STEP_MS = 30_000
const MINUTE_MS = 60_000

describe.each(databases())('two-factor on $name', (database) => {
  let test: TestApp
  let time = 1_800_000_000_000
  beforeAll(async () => {
    test = await createTestApp({ database, now: () => time })
  })
  afterAll(() => test.close())

  let people = 0

  async function account() {
    people += 1
    const email = `second${people}@example.com`
    const answer = await test.request('signUp', { body: { organization: 'Example', name: 'Ana', email, password } })
    const caller = { cookie: String(answer.headers['set-cookie']).split(';')[0]! }
    const signIn = (code?: string) => test.request('signIn', { body: { email, password, ...(code && { code }) } })
    return { caller, email, signIn }
  }

  /** An account with two-factor on, at the beginning of a time step whose code has not been used. */
  async function secured() {
    const found = await account()
    const { secret } = (await test.request('startTwoFactor', { body: { password } }, found.caller)).data
    const confirmed = await test.request('confirmTwoFactor', { body: { code: codeAt(secret) } }, found.caller)
    expect(confirmed.status).toBe(200)
    nextStep()
    return { ...found, secret, recoveryCodes: confirmed.data.recovery_codes, code: () => codeAt(secret) }
  }

  const codeAt = (secret: string, steps = 0) => codeOf(secret, Math.floor(time / STEP_MS) + steps)
  /** No code of six digits is this one's, nor its neighbours'. */
  const wrongCode = (secret: string) =>
    ['000000', '111111', '222222', '333333'].find((code) => [-1, 0, 1].every((step) => codeAt(secret, step) !== code))!
  const nextStep = () => {
    time = (Math.floor(time / STEP_MS) + 3) * STEP_MS
  }

  it('is turned on by the password and a code, and then asked for after the right password alone', async () => {
    const { caller, email, signIn } = await account()
    const state = async () => (await test.request('getTwoFactor', {}, caller)).data
    const wrong = await test.request('startTwoFactor', { body: { password: 'not my password' } }, caller)
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([422, 'password'])
    const started = await test.request('startTwoFactor', { body: { password } }, caller)
    const { secret, uri } = started.data
    expect(uri).toContain(`secret=${secret}`)
    expect((await signIn()).status).toBe(200) // a pending secret blocks nothing
    expect(await state()).toEqual({ is_on: false, recovery_codes_left: 0 })
    const refused = await test.request('confirmTwoFactor', { body: { code: wrongCode(secret) } }, caller)
    expect([refused.status, refused.body.error.details[0].field]).toEqual([422, 'code'])
    const confirmed = await test.request('confirmTwoFactor', { body: { code: codeAt(secret) } }, caller)
    expect(new Set(confirmed.data.recovery_codes).size).toBe(10)
    expect(await state()).toEqual({ is_on: true, recovery_codes_left: 10 })

    const without = await signIn()
    expect([without.status, without.body.error.code]).toEqual([401, 'two_factor_required'])
    expect(without.headers['set-cookie']).toBeUndefined()
    const body = { email, password: 'not my password', code: codeAt(secret) }
    const stranger = await test.request('signIn', { body })
    expect([stranger.status, stranger.body.error.code]).toEqual([401, 'invalid_credentials'])
    expect((await signIn(codeAt(secret))).status).toBe(401) // used up when the second factor was turned on
    nextStep()
    expect((await signIn(codeAt(secret))).status).toBe(200)
  })

  it('takes the code of the step before and after, but none that is older', async () => {
    const { secret, signIn } = await secured()
    expect((await signIn(codeAt(secret, -2))).status).toBe(401)
    expect((await signIn(codeAt(secret, -1))).status).toBe(200)
    expect((await signIn(codeAt(secret, 1))).status).toBe(200)
    expect((await signIn(codeAt(secret, 2))).status).toBe(401)
  })

  it('takes each step once, of two at the same moment', async () => {
    const { code, signIn } = await secured()
    const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(code())))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
    expect((await signIn(code())).status).toBe(401)
  })

  it('takes each recovery code once, of two at the same moment, however it is typed', async () => {
    const { caller, recoveryCodes, signIn } = await secured()
    const [first = '', second = ''] = recoveryCodes
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(first)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    expect((await signIn(second.replace('-', ' ').toUpperCase())).status).toBe(200)
    expect((await test.request('getTwoFactor', {}, caller)).data).toEqual({ is_on: true, recovery_codes_left: 8 })
  })

  it('looks at ten wrong codes in 15 minutes, and at none after them, even a right one', async () => {
    const { secret, code, signIn } = await secured()
    const answers = await Promise.all(Array.from({ length: 14 }, () => signIn(wrongCode(secret))))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    const eleventh = await signIn(code())
    expect([eleventh.status, Number(eleventh.headers['retry-after'])]).toEqual([429, 15 * 60])
    expect((await signIn()).body.error.code).toBe('two_factor_required')
    time += 15 * MINUTE_MS
    expect((await signIn(code())).status).toBe(200)
  })

  it('is not turned on by guessing: after ten wrong codes none is looked at, and signing in goes on', async () => {
    const { caller, code, signIn } = await secured()
    const { secret } = (await test.request('startTwoFactor', { body: { password } }, caller)).data
    const confirm = (sent: string) => test.request('confirmTwoFactor', { body: { code: sent } }, caller)
    const answers = await Promise.all(Array.from({ length: 14 }, () => confirm(wrongCode(secret))))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(422), ...Array(4).fill(429)])
    expect((await confirm(codeAt(secret))).status).toBe(429)
    expect((await signIn(code())).status).toBe(200)
    time += 15 * MINUTE_MS
    expect((await confirm(codeAt(secret))).status).toBe(200)
  })

  it('goes on with the old authenticator until a new one is confirmed, which replaces the recovery codes', async () => {
    const { caller, code, signIn, recoveryCodes } = await secured()
    const { secret } = (await test.request('startTwoFactor', { body: { password } }, caller)).data
    expect((await signIn(codeAt(secret))).status).toBe(401)
    expect((await signIn(code())).status).toBe(200)
    await test.request('confirmTwoFactor', { body: { code: codeAt(secret) } }, caller)
    nextStep()
    expect((await signIn(code())).status).toBe(401)
    expect((await signIn(recoveryCodes[0])).status).toBe(401)
    expect((await signIn(codeAt(secret))).status).toBe(200)
  })

  it('is turned off by the password', async () => {
    const { caller, signIn } = await secured()
    const wrong = await test.request('endTwoFactor', { body: { password: 'not my password' } }, caller)
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([422, 'password'])
    expect((await signIn()).status).toBe(401)
    expect((await test.request('endTwoFactor', { body: { password } }, caller)).status).toBe(204)
    expect((await signIn()).status).toBe(200)
    expect((await test.request('getTwoFactor', {}, caller)).data.is_on).toBe(false)
  })

  it('keeps recovery codes hashed, and no password in what a repetition is known by', async () => {
    const { caller, recoveryCodes } = await secured()
    const headers = { 'idempotency-key': 'two-factor-once' }
    const first = await test.request('startTwoFactor', { body: { password } }, { ...caller, headers })
    const repeated = await test.app.inject({
      method: 'POST',
      url: '/api/v1/account/two-factor',
      headers: { ...headers, cookie: caller.cookie },
      payload: { password },
    })
    expect([first.status, repeated.statusCode, repeated.json().data]).toEqual([201, 201, {}])
    const { read } = test.deps.database
    const kept = JSON.stringify(await read.selectFrom('recovery_codes').selectAll().execute())
    for (const code of recoveryCodes) expect(kept).not.toContain(code.replace('-', ''))
    const hashes = await read.selectFrom('idempotency_keys').select('request_hash').execute()
    const { createHash } = await import('node:crypto')
    const guessed = createHash('sha256')
      .update('\n')
      .update(`${JSON.stringify({ password })}\n`)
      .digest('base64url')
    expect(hashes.map((row) => row.request_hash)).not.toContain(guessed)
  })
})
