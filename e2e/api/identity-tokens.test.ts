import { SignJWT } from 'jose'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount, refusal, refusedFields } from './support/account.ts'

type Mode = 'off' | 'optional' | 'required'

interface Signing {
  key?: string
  audience?: string
  expires?: string | number | null
  algorithm?: string
}

describe.each(inject('products'))('identity_token on POST …/conversations on $database', (product) => {
  let account: Account
  beforeAll(async () => {
    account = await newAccount(product)
  })

  async function start(identity_mode: Mode) {
    const agent = (await account.newAgent()).id
    const params = { agent }
    await account.get('updateAgentSettings', { params, body: { identity_mode } })
    const { secret } = await account.get('createIdentitySecret', { params })
    const sign = (claims: Record<string, unknown>, options: Signing = {}) => {
      const { key = secret, audience = agent, expires = '5m', algorithm = 'HS256' } = options
      const token = new SignJWT(claims).setProtectedHeader({ alg: algorithm }).setAudience(audience)
      if (expires !== null) token.setExpirationTime(expires)
      return token.sign(new TextEncoder().encode(key))
    }
    const create = (body: object) => account.send('createConversation', { params, body })
    return { agent, secret, sign, create }
  }

  it.each<[Mode]>([['optional'], ['required']])('%s: names and verifies the visitor', async (mode) => {
    const { sign, create } = await start(mode)
    const identity_token = await sign({ sub: 'ana', name: 'Ana', email: 'ana@example.com' })
    const { status, data } = await create({ identity_token })
    expect([status, data.chat_user]).toEqual([
      201,
      { id: 'ana', name: 'Ana', email: 'ana@example.com', identity_verified: true },
    ])
    const conflict = await create({ identity_token, chat_user_id: 'ana' })
    expect(conflict.body.error.details).toEqual([{ field: 'chat_user_id', conversation_id: data.id }])
  })

  it('required: 422 on identity_token without one; optional and off: 201, not verified', async () => {
    const { create } = await start('required')
    const answer = await create({ chat_user_id: 'ana' })
    expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', 'identity_token'])
    for (const mode of ['optional', 'off'] as const) {
      const { data } = await (await start(mode)).create({ chat_user_id: 'ana' })
      expect(data.chat_user).toMatchObject({ id: 'ana', identity_verified: false })
    }
  })

  it.each<[string, Record<string, unknown>, Signing]>([
    ['of another agent', { sub: 'ana' }, { audience: '00000000-0000-4000-8000-000000000000' }],
    ['signed with another key', { sub: 'ana' }, { key: 'x'.repeat(64) }],
    ['expired', { sub: 'ana' }, { expires: Math.floor(Date.now() / 1000) - 60 }],
    ['without exp', { sub: 'ana' }, { expires: null }],
    ['without sub', {}, {}],
    ['whose sub is empty', { sub: ' ' }, {}],
    ['whose sub is no text', { sub: 7 }, {}],
    ['whose sub is too long', { sub: 'x'.repeat(256) }, {}],
    ['whose sub is no Unicode text', { sub: 'ana\ud800' }, {}],
    ['signed as HS384', { sub: 'ana' }, { algorithm: 'HS384', key: 'x'.repeat(64) }],
  ])('a token %s: 422 on identity_token', async (_what, claims, options) => {
    const { sign, create } = await start('optional')
    const answer = await create({ identity_token: await sign(claims, options) })
    expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', 'identity_token'])
  })

  it.each([
    ['not a token'],
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbmEiLCJleHAiOjk5OTk5OTk5OTl9.'],
    ['..'],
    ['x'.repeat(8_193)],
  ])('%s: 422 on identity_token', async (identity_token) => {
    const { create } = await start('optional')
    const answer = await create({ identity_token })
    expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', 'identity_token'])
  })

  it('a token of another visitor than chat_user_id: 422; of the same: 201', async () => {
    const { sign, create } = await start('required')
    const identity_token = await sign({ sub: 'ana' })
    const answer = await create({ identity_token, chat_user_id: 'bea' })
    expect([...refusal(answer), ...refusedFields(answer)]).toEqual([422, 'validation_failed', 'identity_token'])
    expect((await create({ identity_token, chat_user_id: 'ana' })).status).toBe(201)
  })

  it('a new secret ends the old one', async () => {
    const { agent, secret, sign, create } = await start('required')
    const { secret: newer } = await account.get('createIdentitySecret', { params: { agent } })
    expect(refusal(await create({ identity_token: await sign({ sub: 'ana' }, { key: secret }) }))[0]).toBe(422)
    expect((await create({ identity_token: await sign({ sub: 'ana' }, { key: newer }) })).status).toBe(201)
  })
})
