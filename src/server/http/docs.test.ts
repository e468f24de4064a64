import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processorMs, processorMsOf } from '../testing/processor-time.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { openApiDocument } from './openapi.ts'

describe('the reference', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ worker: false, env: { PUBLIC_URL: 'https://baton.example' } })
  })
  afterAll(() => test.close())
  const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers })

  it('gives the document to anyone, with the address people use, and 304 when they have it', async () => {
    const answer = await get('/v1/openapi.json')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json().servers).toEqual([{ url: 'https://baton.example/v1' }])
    const again = await get('/v1/openapi.json', { 'if-none-match': String(answer.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('is a page without inline script that loads nothing from elsewhere', async () => {
    const page = await get('/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'self';script-src 'self';")
    expect(policy).not.toMatch(/https?:/)
    expect(page.body).not.toMatch(/https?:\/\/|<script[^>]*>[^<]/)
    const sources = [...page.body.matchAll(/ (?:src|data-url)="([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(sources).toEqual(['/v1/openapi.json', '/docs/scalar.js'])
    for (const source of sources) expect((await get(source)).statusCode).toBe(200)
  })

  it('sends its script packed to those who can unpack it', async () => {
    const packed = await get('/docs/scalar.js', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(packed.rawPayload.length).toBeLessThan(1_500_000)
    const plain = await get('/docs/scalar.js')
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  })
  it('unpacks its script once, however often it is asked for', async () => {
    const packed = await get('/docs/scalar.js', { 'accept-encoding': 'gzip' })
    const { etag } = (await get('/docs/scalar.js')).headers
    expect(packed.headers.etag).toBe(etag)
    const unpackingMs = processorMs(() => gunzipSync(packed.rawPayload))
    const spentMs = await processorMsOf(async () => {
      for (let request = 0; request < 20; request += 1)
        expect((await get('/docs/scalar.js', { 'if-none-match': String(etag) })).statusCode).toBe(304)
    })
    expect(spentMs).toBeLessThan(10 * unpackingMs)
  })
})

describe('the document without a configured address', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ worker: false })
  })
  afterAll(() => test.close())
  const get = (host: string) => test.app.inject({ method: 'GET', url: '/v1/openapi.json', headers: { host } })

  it('names the host that was asked, and is built once for all of them', async () => {
    const { rateLimits } = test.config
    const first = await get('one.example')
    expect(first.json()).toEqual(openApiDocument('http://one.example/v1', rateLimits))
    const buildingMs = processorMs(() => openApiDocument('http://one.example/v1', rateLimits))
    const spentMs = await processorMsOf(async () => {
      for (let request = 0; request < 20; request += 1) {
        const host = `host-${request}.example:8080`
        const answer = await get(host)
        expect(answer.body.slice(-200)).toBe(first.body.slice(-200))
        expect(answer.body).toContain(`"servers":[{"url":"http://${host}/v1"}]`)
        expect(answer.headers.etag).not.toBe(first.headers.etag)
      }
    })
    expect(spentMs).toBeLessThan(5 * buildingMs)
  })
})
