import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAgent } from '../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'

describe('compression', () => {
  let test: TestApp
  let owner: Owner
  let list: string
  beforeAll(async () => {
    test = await createTestApp()
    owner = await test.signUp()
    for (let number = 0; number < 25; number += 1) await buildAgent(test, owner)
    list = `/v1/organizations/${owner.organizationId}/agents`
  })
  afterAll(() => test.close())

  const ask = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    test.app.inject({ method, url, headers: { authorization: `Bearer ${await owner.key()}`, ...headers } })

  it('makes lists smaller for who takes that, in either encoding', async () => {
    const plain = await ask(list)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const br = await ask(list, { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await ask(list, { 'accept-encoding': 'gzip' })
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect(br.headers.vary).toMatch(/accept-encoding/i)
    // The length is known: no stream was made, which would take more processor time and ten times the memory.
    expect(br.headers['content-length']).toBe(String(br.rawPayload.length))
    expect(br.rawPayload.length * 3).toBeLessThan(plain.rawPayload.length)
    for (const body of [brotliDecompressSync(br.rawPayload), gunzipSync(gzip.rawPayload)])
      expect(JSON.parse(body.toString()).data).toEqual(plain.json().data)
    const head = await ask(list, { 'accept-encoding': 'br' }, 'HEAD')
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
  })

  it('leaves ETags and 304 as they are', async () => {
    const { etag } = (await ask(list)).headers
    const packed = await ask(list, { 'accept-encoding': 'br' })
    expect(packed.headers.etag).toBe(etag)
    const unchanged = await ask(list, { 'accept-encoding': 'br', 'if-none-match': String(etag) })
    expect([unchanged.statusCode, unchanged.rawPayload.length]).toEqual([304, 0])
    expect(unchanged.headers['content-encoding']).toBeUndefined()
  })

  it('sends what is short, and answers to changes, which may show a secret, as they are', async () => {
    const headers = { cookie: owner.cookie, 'accept-encoding': 'br' }
    const short = await test.app.inject({ url: '/api/v1/session', headers })
    expect(short.headers['content-encoding']).toBeUndefined()
    const { id } = await buildAgent(test, owner)
    const created = await test.app.inject({
      method: 'POST',
      url: `/v1/agents/${id}/webhook-endpoints`,
      headers: { authorization: `Bearer ${await owner.key()}`, 'accept-encoding': 'br' },
      payload: { url: `https://example.com/${'a'.repeat(1_500)}` },
    })
    expect([created.statusCode, created.headers['content-encoding']]).toEqual([201, undefined])
    expect(created.json().data.secret).toMatch(/^whsec_/)
  })

  it('leaves the event stream alone', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as AddressInfo
    const path = `/api/v1/organizations/${owner.organizationId}/events`
    const request = get({ port, path, headers: { cookie: owner.cookie, 'accept-encoding': 'br, gzip' } })
    const [response] = await once(request, 'response')
    expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, undefined])
    const [first] = await once(response, 'data')
    expect(String(first)).toMatch(/^retry: /)
    request.destroy()
  })
})
