import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseOutboundAllow } from '../../adapters/outbound/allow.ts'
import { createOutbound } from '../../adapters/outbound/outbound.ts'
import { postDelivery } from './post-delivery.ts'

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const TEXT = 'Thank you. '.repeat(400)
const encoded = (response: ServerResponse, encoding: string) => response.setHeader('content-encoding', encoding)

/** Answers whose status is plain, and whose body can't be read, or only in part. */
const answers: Record<string, (response: ServerResponse) => unknown> = {
  '/no-gzip': (response) => encoded(response, 'gzip').end('not gzip'),
  '/broken-gzip': (response) => encoded(response, 'gzip').end(gzipSync(TEXT).fill(0, 20, 40)),
  '/cut-gzip': (response) => encoded(response, 'gzip').end(gzipSync(TEXT).subarray(0, -9)),
  '/raw-deflate': (response) => encoded(response, 'deflate').end(deflateRawSync(TEXT)),
  '/no-brotli': (response) => encoded(response, 'br').end('not brotli'),
  '/cut-brotli': (response) => encoded(response, 'br').end(brotliCompressSync(TEXT).subarray(0, 12)),
  '/unknown': (response) => encoded(response, 'zstd').end('what is this'),
  '/too-many': (response) => encoded(response, 'gzip, gzip, gzip').end('x'),
  '/shorter-than-said': (response) => {
    response.writeHead(200, { 'content-length': 1_000 }).write('Thank you.')
    setTimeout(() => response.destroy(), 20)
  },
  '/breaks-off': (response) => {
    response.write('Thank you.')
    setTimeout(() => response.destroy(), 20)
  },
}

describe('posting a delivery', () => {
  const server = createServer((request, response) => {
    request.resume()
    const [path = '', status] = (request.url ?? '').split('?')
    if (status) response.statusCode = Number(status)
    request.on('end', () => answers[path]!(response))
  })
  const allow = parseOutboundAllow('127.0.0.1/32')
  const outbound = createOutbound({ allow, userAgent: 'Tests' })
  let base: string
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await outbound.close()
    server.close().closeAllConnections()
  })
  const post = (path: string) =>
    postDelivery({ outbound, now: Date.now }, { url: base + path, secret, webhook_id: 'msg_1', payload: '{}' })

  it.each(Object.keys(answers))('succeeds by the status 200 alone, whatever the body is: %s', async (path) => {
    const { body, ...result } = await post(path)
    expect(result).toMatchObject({ succeeded: true, status: 200, error: null })
    expect(TEXT.startsWith(body ?? '')).toBe(true)
  })

  it('fails by another status, with that status and not with its body', async () => {
    expect(await post('/no-gzip?500')).toMatchObject({
      succeeded: false,
      status: 500,
      error: expect.stringMatching(/500/),
    })
    expect(await post('/unknown?410')).toMatchObject({ succeeded: false, status: 410 })
  })

  it('keeps of a body what can be read', async () => {
    expect((await post('/breaks-off')).body).toBe('Thank you.')
    expect((await post('/cut-gzip')).body).toContain('Thank you. Thank you.')
  })
})
