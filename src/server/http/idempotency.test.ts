import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { databases } from '../testing/database.ts'
import { buildAgent } from '../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'
import { withoutSecrets } from './idempotency.ts'
import { claimKey, pruneIdempotencyKeys } from './idempotency-keys.ts'

const OFTEN = JSON.stringify({ read: 100_000, write: 100_000, training: 100_000, polling: 100_000 })
const HOUR_MS = 60 * 60 * 1000

describe.each(databases())('Idempotency-Key on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let time = Date.now()

  beforeAll(async () => {
    test = await createTestApp({ database, env: { RATE_LIMITS: OFTEN }, now: () => time })
    owner = await test.signUp()
    key = await owner.key()
  })
  beforeEach(() => {
    time = Math.max(time, Date.now())
  })
  afterAll(() => test.close())

  const createAgent = (
    idempotencyKey: string,
    body: Input<'createAgent'>['body'] = { name: 'Guide' },
    caller: { key: string } = { key },
    organization = owner.organizationId,
  ) =>
    test.request(
      'createAgent',
      { params: { organization }, body },
      { ...caller, headers: { 'idempotency-key': idempotencyKey } },
    )

  const agents = async () =>
    (await test.request('listAgents', { params: { organization: owner.organizationId } }, { key })).body.meta.total

  it('does it once and repeats the first answer, to the letter', async () => {
    const before = await agents()
    const first = await createAgent('first')
    expect(first.status).toBe(201)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    const again = await createAgent('first')
    expect(again.status).toBe(201)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(await agents()).toBe(before + 1)
  })

  it('refuses another body under the same key', async () => {
    await createAgent('reused')
    const other = await createAgent('reused', { name: 'Other' })
    expect(other.status).toBe(422)
    expect(other.body.error.details).toEqual([
      { field: 'Idempotency-Key', message: expect.stringContaining('already used') },
    ])
  })

  it('lets one of twenty at once through', async () => {
    const before = await agents()
    const answers = await Promise.all(Array.from({ length: 20 }, () => createAgent('at once')))
    expect(await agents()).toBe(before + 1)
    const made = answers.filter(({ status, headers }) => status === 201 && !headers['idempotent-replayed'])
    expect(made).toHaveLength(1)
    for (const { status, headers, body } of answers)
      if (status === 409) expect(body.error.code).toBe('idempotency_in_progress')
      else
        expect([status, body.data.id, headers['idempotent-replayed']]).toEqual([
          201,
          made[0]?.data.id,
          answers.find((answer) => answer.body === body) === made[0] ? undefined : 'true',
        ])
  })

  it('repeats a refusal, but forgets what may pass', async () => {
    const refused = await createAgent('refused', { name: '' })
    const again = await createAgent('refused', { name: '' })
    expect([refused.status, again.status]).toEqual([422, 422])
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(refused.body)
  })

  it('belongs to its caller and its path', async () => {
    const first = await createAgent('mine')
    const anotherKey = await createAgent('mine', { name: 'Guide' }, { key: await owner.key() })
    expect(anotherKey.data.id).not.toBe(first.data.id)
    const stranger = await test.signUp()
    const theirs = await createAgent('mine', { name: 'Guide' }, { key: await stranger.key() }, stranger.organizationId)
    expect(theirs.status).toBe(201)
    expect(theirs.data.id).not.toBe(first.data.id)
  })

  it.each(['', 'x'.repeat(256)])('refuses a key of the wrong length', async (idempotencyKey) => {
    const answer = await createAgent(idempotencyKey)
    expect(answer.status).toBe(422)
    expect(answer.body.error.details[0].field).toBe('Idempotency-Key')
  })

  it('is forgotten after a day', async () => {
    const first = await createAgent('daily')
    time += 23 * HOUR_MS
    expect((await createAgent('daily')).data.id).toBe(first.data.id)
    time += 2 * HOUR_MS
    expect((await createAgent('daily', { name: 'Another' })).data.id).not.toBe(first.data.id)
    time += 25 * HOUR_MS
    await pruneIdempotencyKeys(test.deps)
    expect(await test.deps.database.read.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  })

  it('shows no secret twice, and keeps none', async () => {
    const agent = (await buildAgent(test, owner)).id
    const inject = (url: string, headers: Record<string, string>, payload?: object) =>
      test.app.inject({
        method: 'POST',
        url,
        headers: { ...headers, 'idempotency-key': 'secret' },
        ...(payload && { payload }),
      })
    const cookie = { cookie: owner.cookie }
    const calls = [
      () =>
        inject(
          `/v1/agents/${agent}/webhook-endpoints`,
          { authorization: `Bearer ${key}` },
          {
            url: 'https://shop.example/hook',
          },
        ),
      () =>
        inject(`/api/v1/organizations/${owner.organizationId}/api-keys`, cookie, {
          name: 'Key',
          scopes: ['agent:read'],
          expires_at: 'lifetime',
        }),
      () => inject(`/api/v1/agents/${agent}/identity-secret`, cookie),
      () => inject('/api/v1/session/token', cookie),
    ]
    const names = ['secret', 'key', 'secret', 'token']
    const secrets: string[] = []
    for (const [index, call] of calls.entries()) {
      const name = names[index] ?? ''
      const first = await call()
      expect(first.statusCode).toBe(201)
      const { [name]: secret, ...rest } = first.json().data
      expect(secret).toMatch(/\S{20}/)
      secrets.push(secret)
      const again = await call()
      expect(again.statusCode).toBe(201)
      expect(again.headers['idempotent-replayed']).toBe('true')
      expect(again.json().data).toEqual(rest)
    }
    const kept = JSON.stringify(await test.deps.database.read.selectFrom('idempotency_keys').selectAll().execute())
    for (const secret of secrets) expect(kept).not.toContain(secret)
  })

  it('leaves out every secret of an answer, however deep', () => {
    const data = { id: 'a', token: 'x', members: [{ name: 'Ana', codes: ['y', 'z'] }], session: { token: 'x' } }
    expect(withoutSecrets(['token', 'codes'], data)).toEqual({ id: 'a', members: [{ name: 'Ana' }], session: {} })
  })

  it('tells files apart by their bytes', async () => {
    const agent = (await buildAgent(test, owner)).id
    const upload = async (text: string) => {
      const form = new FormData()
      form.set('type', 'file')
      form.set('file', new File([text], 'hours.txt', { type: 'text/plain' }))
      const encoded = new Response(form)
      return test.app.inject({
        method: 'POST',
        url: `/v1/agents/${agent}/sources`,
        headers: {
          authorization: `Bearer ${key}`,
          'idempotency-key': 'upload',
          'content-type': encoded.headers.get('content-type') ?? '',
        },
        payload: Buffer.from(await encoded.arrayBuffer()),
      })
    }
    const first = await upload('We are open from nine to five.')
    expect(first.statusCode, first.body).toBe(201)
    const again = await upload('We are open from nine to five.') // the second form has another boundary
    expect(again.json()).toEqual(first.json())
    expect((await upload('We are open from nine to six.')).statusCode).toBe(422)
  })

  it('is free again within 30 s when its process has died', async () => {
    // The claim is never settled, as if the process that made it had been killed.
    const claim = await claimKey(test.deps, 'dead process', 'request')
    expect(claim.kind).toBe('mine')
    expect((await claimKey(test.deps, 'dead process', 'request')).kind).toBe('running')
    time += 30_000
    const next = await claimKey(test.deps, 'dead process', 'request')
    expect(next.kind).toBe('mine')
    for (const held of [claim, next]) if (held.kind === 'mine') held.key.end()
  })

  it('stays taken for as long as its request runs', async () => {
    time = Date.now()
    const claim = await claimKey(test.deps, 'long', 'request')
    const lockedUntil = async () => {
      const key = test.deps.database.read.selectFrom('idempotency_keys').where('scope_key', '=', 'long')
      return Number((await key.select('locked_until').executeTakeFirstOrThrow()).locked_until)
    }
    const before = await lockedUntil()
    time += 19_000
    await expect.poll(lockedUntil).toBe(before + 19_000)
    time += 10_000
    expect((await claimKey(test.deps, 'long', 'request')).kind).toBe('running')
    if (claim.kind === 'mine') claim.key.end()
  })
})
