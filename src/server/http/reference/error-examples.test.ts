import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { rateLimits } from '#contract/limits.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { openApiDocument } from '../openapi.ts'
import type { JsonSchema } from '../openapi-schemas.ts'
import { writePages } from './write-pages.ts'

const PLAN_QUOTAS = '{"promotional":{"text_characters":10}}'
const DAY_MS = 24 * 60 * 60 * 1000
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const ANY_ID = '00000000-0000-0000-0000-000000000000'

/** An answer without the ids that differ each time. */
const comparable = (body: unknown) => JSON.parse(JSON.stringify(body).replaceAll(UUID, ANY_ID))

const document = openApiDocument('https://baton.example/v1', rateLimits)
const pages = writePages(document)
/** The example of an error in the document, by its status. */
const inDocument = Object.values((document.components as { responses: JsonSchema }).responses as JsonSchema).flatMap(
  (response) => {
    const { content } = response as { content: { 'application/json': { examples: Record<string, { value: object }> } } }
    return Object.entries(content['application/json'].examples).map(([code, { value }]) => ({ code, value }))
  },
)

describe.each(databases())('the examples of errors on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let conversation: string
  let time = Date.now()

  beforeAll(async () => {
    const env = { PLAN_QUOTAS, RATE_LIMITS: '{"read":100,"write":100,"training":100,"polling":1}' }
    test = await createTestApp({ database, worker: false, env, now: () => time, log: pino({ level: 'silent' }) })
    owner = await test.signUp()
    key = await owner.key()
    agent = (await buildAgent(test, owner)).id
    conversation = (await buildConversation(test, owner, agent)).id
  })
  afterEach(() => void vi.restoreAllMocks())
  afterAll(() => test.close())

  interface Sent {
    method?: 'GET' | 'POST' | 'PUT'
    path?: string
    body?: object | string
    key?: string
    headers?: Record<string, string>
  }
  const send = async ({ path = `/agents/${agent}/conversations`, body, headers, ...sent }: Sent = {}) => {
    const answer = await test.app.inject({
      method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
      url: `/v1${path}`,
      headers: {
        authorization: `Bearer ${sent.key ?? key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: body }),
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  /** The key of another organization, of that plan. */
  const keyOf = async (plan: 'free' | 'promotional') => {
    const other = await test.signUp()
    const params = { organization: other.organizationId }
    const [key, { id }] = [await other.key(), await buildAgent(test, other)]
    await test.request('updateOrganization', { params, body: { plan } }, other)
    return { key, path: `/agents/${id}` }
  }
  const file = (name: string) => {
    const part = (head: string, text: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
    return {
      path: `/agents/${agent}/sources`,
      body: `${part('name="type"', 'file')}${part(`name="file"; filename="${name}"`, 'We open at nine.')}--x--`,
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'idempotency-key': randomUUID() },
    }
  }
  const messages = () => `/agents/${agent}/conversations/${conversation}/messages`

  const provoked: [string, string, () => Promise<{ status: number; body: unknown }>][] = [
    ['unauthenticated', '401', () => send({ key: 'baton_unknown' })],
    [
      'token_expired',
      '401',
      async () => {
        const expires_at = new Date(time + 2 * DAY_MS).toISOString().slice(0, 10)
        const body = { name: 'Short', scopes: ['conversation:read' as const], expires_at } as never
        const { data } = await test.request(
          'createApiKey',
          { params: { organization: owner.organizationId }, body },
          owner,
        )
        time += 3 * DAY_MS
        return send({ key: data.key })
      },
    ],
    ['premium_required', '403', async () => send(await keyOf('free'))],
    ['insufficient_scope', '403', async () => send({ key: await owner.key(['agent:read']), body: {} })],
    ['forbidden', '403', async () => send({ key: await (await test.signUp()).key() })],
    ['resource_not_found', '404', () => send({ path: `/agents/${randomUUID()}` })],
    ['method_not_allowed', '405', () => send({ method: 'PUT', body: {} })],
    [
      'conversation_conflict',
      '409',
      async () => {
        const body = { chat_user_id: 'customer-4711' }
        await send({ body })
        return send({ body })
      },
    ],
    [
      'idempotency_in_progress',
      '409',
      async () => {
        let store = () => {}
        const begun = new Promise<void>((started) => {
          vi.spyOn(test.deps.storage, 'save').mockImplementation(() => {
            started()
            return new Promise((done) => (store = done))
          })
        })
        const upload = file('hours.txt')
        const first = send(upload)
        await begun
        const second = await send(upload)
        store()
        await first
        return second
      },
    ],
    ['validation_failed', '422', () => send({ path: messages(), body: {} })],
    ['validation_failed', '400', () => send({ body: '{' })],
    ['validation_failed', '413', () => send({ body: JSON.stringify({ content: 'x'.repeat(2_000_000) }) })],
    ['validation_failed', '415', () => send({ body: 'x', headers: { 'content-type': 'text/plain' } })],
    [
      'conversation_closed',
      '422',
      async () => {
        const params = { agent, conversation }
        await test.request('updateConversation', { params, body: { status: 'closed' } }, { key })
        return send({ path: messages(), body: { content: 'Hello' } })
      },
    ],
    [
      'subscription_limit_exceeded',
      '422',
      async () => {
        const { key, path } = await keyOf('promotional')
        return send({ key, path: `${path}/sources`, body: { type: 'text', content: 'We open at nine.' } })
      },
    ],
    [
      'premium_plan_required',
      '422',
      async () => {
        const { key, path } = await keyOf('promotional')
        const answer = await test.app.inject({
          method: 'PATCH',
          url: `/v1${path}`,
          headers: { authorization: `Bearer ${key}` },
          payload: { human_intervention: true },
        })
        return { status: answer.statusCode, body: answer.json() }
      },
    ],
    [
      'agent_unavailable',
      '423',
      async () => {
        const { id } = await buildAgent(test, owner)
        const body = { is_disabled: true, disabled_reason: 'Holiday' }
        await test.request('updateAgentSettings', { params: { agent: id }, body }, owner)
        return send({ path: `/agents/${id}/conversations`, body: {} })
      },
    ],
    [
      'rate_limit_exceeded',
      '429',
      async () => {
        await send({ path: messages() })
        return send({ path: messages() })
      },
    ],
    [
      'internal_error',
      '500',
      () => {
        vi.spyOn(test.deps.database, 'transaction').mockRejectedValue(new Error('a fault of ours'))
        return send({ body: {} })
      },
    ],
    [
      'upstream_failure',
      '502',
      () => {
        vi.spyOn(test.deps.storage, 'save').mockRejectedValue(new Error('the storage is away'))
        return send(file('prices.txt'))
      },
    ],
    [
      'service_unavailable',
      '503',
      () => {
        const away = Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' })
        vi.spyOn(test.deps.database, 'transaction').mockRejectedValue(away)
        return send({ body: {} })
      },
    ],
  ]

  it.each(provoked)('of %s with status %s is what is answered', async (code, status, provoke) => {
    const answer = await provoke()
    expect(String(answer.status), JSON.stringify(answer.body)).toBe(status)
    const shown = inDocument.filter((example) => example.code === code).map(({ value }) => comparable(value))
    if (!ANYWHERE.includes(code)) expect(shown).toContainEqual(comparable(answer.body))
    if (code === 'validation_failed' && status !== '422') return
    const page = pages.get(`/docs/errors/${code}.md`)!
    expect(comparable(JSON.parse(/```json\n(.*?)\n```/s.exec(page)![1]!))).toEqual(comparable(answer.body))
  })

  it('are all of those that the document and the pages have', () => {
    const known = provoked.map(([code]) => code)
    for (const { code } of inDocument) expect(known).toContain(code)
    for (const path of pages.keys())
      if (path.startsWith('/docs/errors/')) expect(known).toContain(path.slice('/docs/errors/'.length, -'.md'.length))
  })
})

/** Answered by any operation, so that none of the document names them. */
const ANYWHERE = ['method_not_allowed', 'internal_error']
