import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const ORIGIN = 'https://www.shop.example'
const PREFLIGHT = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
const allowOrigin = 'access-control-allow-origin'

describe('requests of other origins', () => {
  let test: TestApp
  let closed: TestApp
  beforeAll(async () => {
    test = await createTestApp({ worker: false, env: { CORS_ORIGINS: `${ORIGIN}, https://app.example` } })
    closed = await createTestApp({ worker: false })
  })
  afterAll(() => Promise.all([test.close(), closed.close()]))

  const send = (method: 'GET' | 'OPTIONS', url: string, headers: Record<string, string>, on = test) =>
    on.app.inject({ method, url, headers })

  it('are let through to /v1 for a listed origin, without a key for the preflight', async () => {
    const answer = await send('OPTIONS', '/v1/agents/x/conversations', { origin: ORIGIN, ...PREFLIGHT })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({
      [allowOrigin]: ORIGIN,
      vary: 'Origin',
      'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('can read our headers, on errors too', async () => {
    const answer = await send('GET', '/v1/ai-models', { origin: ORIGIN })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers[allowOrigin]).toBe(ORIGIN)
    for (const header of ['ETag', 'Idempotent-Replayed', 'X-RateLimit-Remaining', 'X-Request-Id', 'Retry-After'])
      expect(answer.headers['access-control-expose-headers']).toContain(header)
  })

  it.each(['https://evil.example', 'https://www.shop.example.evil.example', 'null', 'http://www.shop.example'])(
    'are not for %s',
    async (origin) => {
      for (const method of ['GET', 'OPTIONS'] as const) {
        const answer = await send(method, '/v1/ai-models', { origin, ...PREFLIGHT })
        expect(answer.headers).not.toHaveProperty(allowOrigin)
        expect(answer.headers.vary).toContain('Origin')
      }
    },
  )

  it('never reach /api/v1', async () => {
    for (const url of ['/api/v1/session', '/api/v1/setup']) {
      expect((await send('OPTIONS', url, { origin: ORIGIN, ...PREFLIGHT })).headers).not.toHaveProperty(allowOrigin)
      expect((await send('GET', url, { origin: ORIGIN })).headers).not.toHaveProperty(allowOrigin)
    }
  })

  it('are let through nowhere unless origins are listed', async () => {
    const answer = await send('OPTIONS', '/v1/ai-models', { origin: ORIGIN, ...PREFLIGHT }, closed)
    expect(answer.statusCode).toBe(405)
    expect(answer.headers).not.toHaveProperty(allowOrigin)
  })
})
