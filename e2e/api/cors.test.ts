import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount } from './support/account.ts'
import { CORS_ORIGIN } from './support/start-products.ts'

describe.each(inject('products'))('CORS on $database', (product) => {
  let account: Account
  beforeAll(async () => {
    account = await newAccount(product)
  })
  const get = (path: string, headers: Record<string, string>) => fetch(product.url + path, { headers })
  const preflight = (path: string, origin: string) =>
    fetch(product.url + path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })
  const allowed = (answer: Response) => answer.headers.get('access-control-allow-origin')

  it('a listed origin may read /v1, its errors and its headers', async () => {
    const authorization = `Bearer ${account.key}`
    for (const headers of [{ authorization }, {}] as Record<string, string>[]) {
      const answer = await get('/v1/ai-models', { origin: CORS_ORIGIN, ...headers })
      expect(allowed(answer)).toBe(CORS_ORIGIN)
      expect(answer.headers.get('vary')).toMatch(/\borigin\b/i)
      expect(answer.headers.get('access-control-expose-headers')).toMatch(/etag.*x-ratelimit-remaining.*x-request-id/i)
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  it('its preflight is answered without a key', async () => {
    const answer = await preflight('/v1/agents/x/conversations', CORS_ORIGIN)
    expect([answer.status, allowed(answer), await answer.text()]).toEqual([204, CORS_ORIGIN, ''])
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST, PATCH, DELETE')
    expect(answer.headers.get('access-control-allow-headers')).toMatch(/authorization.*content-type.*idempotency-key/i)
  })

  it.each(['https://evil.example', `${CORS_ORIGIN}.evil.example`, 'http://shop.example', 'null', `${CORS_ORIGIN}:444`])(
    'another origin (%s) may nothing',
    async (origin) => {
      const answer = await get('/v1/ai-models', { origin, authorization: `Bearer ${account.key}` })
      expect([answer.status, allowed(answer)]).toEqual([200, null])
      const asked = await preflight('/v1/ai-models', origin)
      expect([allowed(asked), asked.headers.get('access-control-allow-methods')]).toEqual([null, null])
    },
  )

  it('the dashboard API and its pages never allow another origin', async () => {
    for (const path of ['/api/v1/session', '/api/v1/setup', '/', '/healthz']) {
      const answer = await get(path, { origin: CORS_ORIGIN, cookie: account.cookie })
      expect(allowed(answer), path).toBeNull()
    }
    expect(allowed(await preflight('/api/v1/session', CORS_ORIGIN))).toBeNull()
  })

  it('a page of another origin cannot change anything through the dashboard API', async () => {
    const send = (headers: Record<string, string>) =>
      account.send('createSessionToken', {}, { cookie: account.cookie, headers })
    for (const headers of [
      { origin: CORS_ORIGIN },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const answer = await send(headers)
      expect([answer.status, answer.body.error.code], JSON.stringify(headers)).toEqual([403, 'forbidden'])
    }
    for (const headers of [{ origin: product.url }, { 'sec-fetch-site': 'same-origin' }, {}] as Record<
      string,
      string
    >[])
      expect((await send(headers)).status).toBe(201)
  })
})
