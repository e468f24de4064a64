import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseOutboundAllow } from './allow.ts'
import { createCookies } from './cookies.ts'
import { createOutbound, type Outbound } from './outbound.ts'

const LIMITS = { timeoutMs: 5_000, maxBytes: 10_000 }
/** About 200 KB that unpack to 200 MB. */
const BOMB = gzipSync(Buffer.alloc(200_000_000))
const RAW_BOMB = deflateRawSync(Buffer.alloc(200_000_000))
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe('outbound requests', () => {
  const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  let server: Server
  let other: Server
  let outbound: Outbound
  let base = ''
  let otherBase = ''

  const pages: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
    '/hello': (response) => response.setHeader('x-a', ['1', '2']).end('hello'),
    '/gzip': (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('zipped')),
    '/br': (response) => response.setHeader('content-encoding', 'br').end(brotliCompressSync('brotli')),
    '/deflate': (response) => response.setHeader('content-encoding', 'deflate').end(deflateSync('deflated')),
    '/twice': (response) =>
      response.setHeader('content-encoding', 'gzip, br').end(brotliCompressSync(gzipSync('both'))),
    '/empty-gzip': (response) => response.setHeader('content-encoding', 'gzip').end(),
    '/cut-gzip': (response) =>
      response.setHeader('content-encoding', 'gzip').end(gzipSync('zipped '.repeat(500)).subarray(0, -9)),
    '/bad-gzip': (response) => response.setHeader('content-encoding', 'gzip').end('this is not gzip'),
    '/raw-deflate': (response) => response.setHeader('content-encoding', 'deflate').end(deflateRawSync('raw')),
    '/raw-deflate-twice': (response) =>
      response.setHeader('content-encoding', 'deflate, gzip').end(gzipSync(deflateRawSync('raw too'))),
    '/slow-raw-deflate': (response) => {
      const packed = deflateRawSync('bit by bit')
      response.setHeader('content-encoding', 'deflate').write(packed.subarray(0, 1))
      setTimeout(() => response.end(packed.subarray(1)), 20)
    },
    '/raw-deflate-bomb': (response) => response.setHeader('content-encoding', 'deflate').end(RAW_BOMB),
    '/bad-deflate': (response) => response.setHeader('content-encoding', 'deflate').end('this is not deflated'),
    '/empty-deflate': (response) => response.setHeader('content-encoding', 'deflate').end(),
    '/charset-as-encoding': (response) => response.setHeader('content-encoding', 'utf-8').end('plain'),
    '/odd-encoding': (response) => response.setHeader('content-encoding', 'zstd').end('uryyb'),
    '/many-encodings': (response) => response.setHeader('content-encoding', 'gzip, gzip, gzip').end('x'),
    '/bomb': (response) => response.setHeader('content-encoding', 'gzip').end(BOMB),
    '/long': (response) => response.end('x'.repeat(50_000)),
    '/endless': (response) => {
      const timer = setInterval(() => response.write('x'.repeat(1000)), 1)
      response.on('close', () => clearInterval(timer))
    },
    '/slow-body': (response) => {
      response.write('a')
      const timer = setInterval(() => response.write('a'), 50)
      response.on('close', () => clearInterval(timer))
    },
    '/silent': () => {},
    '/hang-up': (_response, request) => request.socket.destroy(),
    '/status': (response) => response.writeHead(503).end('later'),
    '/to-hello': (response) => response.writeHead(302, { location: '/hello' }).end(),
    '/h%C3%A9llo': (response) => response.end('hello'),
    '/to-accents': (response) => response.writeHead(302, { location: Buffer.from('/héllo').toString('latin1') }).end(),
    '/see-other': (response) => response.writeHead(303, { location: '/hello' }).end(),
    '/keep-method': (response) => response.writeHead(307, { location: '/hello' }).end(),
    '/to-other': (response) => response.writeHead(307, { location: `${otherBase}/hello` }).end(),
    '/loop': (response) => response.writeHead(301, { location: '/loop' }).end('x'.repeat(100_000)),
    '/cookie-first': (response, request) =>
      request.headers.cookie?.includes('seen=1')
        ? response.end(request.headers.cookie)
        : response
            .setHeader('set-cookie', ['seen=1; Path=/', 'long=' + 'x'.repeat(5_000)])
            .writeHead(302, { location: '/cookie-first' })
            .end(),
    '/needs-consent': (response, request) =>
      request.headers.cookie === 'consent=yes'
        ? response.end('the page')
        : response.writeHead(302, { location: '/consent' }).end(),
    '/consent': (response) =>
      response.setHeader('set-cookie', 'consent=yes').writeHead(303, { location: '/needs-consent' }).end(),
    '/cookie-to-other': (response) =>
      response
        .setHeader('set-cookie', 'secret=1')
        .writeHead(302, { location: `${otherBase.replace('127.0.0.1', 'other.example')}/hello` })
        .end(),
    '/to-nowhere': (response) => response.writeHead(301, { location: 'http://[' }).end(),
    '/to-private': (response) => response.writeHead(301, { location: 'http://10.0.0.1/' }).end(),
    '/to-metadata': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    '/to-file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/to-login': (response) => response.writeHead(302, { location: base.replace('//', '//user:pass@') }).end(),
    '/to-name': (response) => response.writeHead(302, { location: 'http://private.example/' }).end(),
  }

  const start = async () => {
    const started = createServer(async (request, response) => {
      const chunks = await request.toArray()
      const body = Buffer.concat(chunks).toString()
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      pages[request.url ?? '']?.(response, request)
    })
    await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
    return started
  }

  beforeAll(async () => {
    server = await start()
    other = await start()
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    otherBase = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    outbound = createOutbound({
      allow: parseOutboundAllow(`${new URL(base).host},${new URL(otherBase).host}`),
      userAgent: 'Baton/test',
      resolve: async (name) => {
        if (name === 'private.example') return [{ address: '127.0.0.1', family: 4 }]
        if (name === 'slow.example') return new Promise(() => {})
        throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
      },
    })
  })
  afterAll(async () => {
    await outbound.close()
    for (const started of [server, other]) {
      started.closeAllConnections()
      started.close()
    }
  })

  test('says who asks and returns what was answered', async () => {
    const response = await outbound.fetch(`${base}/hello`, { ...LIMITS, headers: { Accept: 'text/plain' } })
    expect(response).toMatchObject({ status: 200, url: `${base}/hello`, truncated: false })
    expect(response.headers['x-a']).toBe('1, 2')
    expect(text(response.body)).toBe('hello')
    expect(seen.at(-1)?.headers).toMatchObject({ 'user-agent': 'Baton/test', accept: 'text/plain' })
  })

  test('sends a body', async () => {
    await outbound.fetch(`${base}/hello`, { ...LIMITS, method: 'POST', body: '{"ü":1}' })
    expect(seen.at(-1)).toMatchObject({ method: 'POST', body: '{"ü":1}' })
  })

  test('treats an error status as an answer', async () => {
    expect(await outbound.fetch(`${base}/status`, LIMITS)).toMatchObject({ status: 503 })
  })

  test.each([
    ['/gzip', 'zipped'],
    ['/br', 'brotli'],
    ['/deflate', 'deflated'],
    ['/raw-deflate', 'raw'],
    ['/raw-deflate-twice', 'raw too'],
    ['/slow-raw-deflate', 'bit by bit'],
    ['/empty-deflate', ''],
    ['/charset-as-encoding', 'plain'],
    ['/twice', 'both'],
    ['/empty-gzip', ''],
  ])('unpacks %s', async (path, body) => {
    expect(text((await outbound.fetch(base + path, LIMITS)).body)).toBe(body)
  })

  test('keeps what arrived of a cut compressed body', async () => {
    const { body } = await outbound.fetch(`${base}/cut-gzip`, LIMITS)
    expect(text(body)).toContain('zipped zipped')
  })

  test.each(['/bad-gzip', '/bad-deflate', '/odd-encoding', '/many-encodings'])('refuses %s', async (path) => {
    await expect(outbound.fetch(base + path, LIMITS)).rejects.toMatchObject({ code: 'bad_response' })
  })

  test.each(['/long', '/endless', '/bomb', '/raw-deflate-bomb'])('cuts %s at the bound', async (path) => {
    const before = process.memoryUsage().arrayBuffers
    const response = await outbound.fetch(base + path, LIMITS)
    expect(response.truncated).toBe(true)
    expect(response.body.byteLength).toBe(LIMITS.maxBytes)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
  })

  test('a body at the bound is whole', async () => {
    const response = await outbound.fetch(`${base}/long`, { ...LIMITS, maxBytes: 50_000 })
    expect(response).toMatchObject({ truncated: false })
    expect(response.body.byteLength).toBe(50_000)
  })

  test('refuses a longer body where told to', async () => {
    const asked = outbound.fetch(`${base}/long`, { ...LIMITS, overflow: 'error' })
    await expect(asked).rejects.toMatchObject({ code: 'too_large' })
  })

  test.each(['/slow-body', '/silent'])('the deadline covers %s', async (path) => {
    const started = performance.now()
    const asked = outbound.fetch(base + path, { ...LIMITS, timeoutMs: 400 })
    await expect(asked).rejects.toMatchObject({ code: 'timeout' })
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('the deadline covers a lookup that hangs', async () => {
    const asked = outbound.fetch('http://slow.example/', { ...LIMITS, timeoutMs: 200 })
    await expect(asked).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('slow.example') })
  })

  test('can be cancelled', async () => {
    const controller = new AbortController()
    const asked = outbound.fetch(`${base}/slow-body`, { ...LIMITS, signal: controller.signal })
    setTimeout(() => controller.abort(), 100)
    await expect(asked).rejects.toMatchObject({ code: 'aborted' })
    const late = outbound.fetch(`${base}/hello`, { ...LIMITS, signal: controller.signal })
    await expect(late).rejects.toMatchObject({ code: 'aborted' })
  })

  test.each([
    // Machines without working name servers report `dns`.
    ['a name that does not exist', 'http://nowhere.example/', expect.stringMatching(/^(unknown_host|dns)$/)],
    ['a server that hangs up', '/hang-up', 'connection'],
    ['TLS where there is none', 'https', 'tls'],
  ])('says what is wrong with %s', async (_case, target, code) => {
    const url = target === 'https' ? base.replace('http:', 'https:') : target.startsWith('/') ? base + target : target
    await expect(outbound.fetch(url, LIMITS)).rejects.toMatchObject({ code, message: expect.stringMatching(/\.$/) })
  })

  describe('redirects', () => {
    test('are followed', async () => {
      const response = await outbound.fetch(`${base}/to-hello`, LIMITS)
      expect(response).toMatchObject({ status: 200, url: `${base}/hello` })
    })

    test('are returned where told to', async () => {
      const manual = await outbound.fetch(`${base}/to-private`, { ...LIMITS, redirect: 'manual' })
      expect(manual).toMatchObject({ status: 301, url: `${base}/to-private` })
    })

    test('lead where browsers go with letters that are not encoded', async () => {
      const response = await outbound.fetch(`${base}/to-accents`, LIMITS)
      expect(response.url).toBe(`${base}/h%C3%A9llo`)
      const manual = await outbound.fetch(`${base}/to-accents`, { ...LIMITS, redirect: 'manual' })
      expect(manual.headers.location).toBe('/héllo')
    })

    test('stop after five', async () => {
      await expect(outbound.fetch(`${base}/loop`, LIMITS)).rejects.toMatchObject({ code: 'too_many_redirects' })
      expect(seen.filter((request) => request.url === '/loop')).toHaveLength(6)
    })

    test.each(['/to-private', '/to-metadata', '/to-file', '/to-login', '/to-name'])('%s is refused', async (path) => {
      await expect(outbound.fetch(base + path, LIMITS)).rejects.toMatchObject({ code: 'blocked' })
    })

    test('to something that is not an address are refused', async () => {
      await expect(outbound.fetch(`${base}/to-nowhere`, LIMITS)).rejects.toMatchObject({ code: 'bad_response' })
    })

    test('turn a POST into a GET, except on 307', async () => {
      const post = { ...LIMITS, method: 'POST', body: 'data', headers: { 'Content-Type': 'text/plain' } } as const
      await outbound.fetch(`${base}/see-other`, post)
      expect(seen.at(-1)).toMatchObject({ method: 'GET', body: '' })
      expect(seen.at(-1)?.headers['content-type']).toBeUndefined()
      await outbound.fetch(`${base}/keep-method`, post)
      expect(seen.at(-1)).toMatchObject({ method: 'POST', body: 'data' })
    })

    test('keep the cookies of one fetch, and forget them after it', async () => {
      for (let time = 0; time < 2; time++) {
        const { body } = await outbound.fetch(`${base}/cookie-first`, LIMITS)
        expect(text(body)).toBe('seen=1')
      }
      expect(seen.filter(({ url }) => url === '/cookie-first').map(({ headers }) => headers.cookie)).toEqual([
        undefined,
        'seen=1',
        undefined,
        'seen=1',
      ])
      expect(text((await outbound.fetch(`${base}/needs-consent`, LIMITS)).body)).toBe('the page')
    })

    test('keep the cookies of several fetches where told to', async () => {
      const cookies = createCookies()
      const manual = { ...LIMITS, redirect: 'manual', cookies } as const
      expect(await outbound.fetch(`${base}/cookie-first`, manual)).toMatchObject({ status: 302, hasNewCookies: true })
      expect(await outbound.fetch(`${base}/cookie-first`, manual)).toMatchObject({ status: 200, hasNewCookies: false })
    })

    test('show cookies to nobody but the host that set them', async () => {
      const port = new URL(otherBase).port
      const both = createOutbound({
        allow: parseOutboundAllow(`127.0.0.1:${new URL(base).port},127.0.0.1:${port},other.example:${port}`),
        userAgent: 'Baton/test',
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      })
      await both.fetch(`${base}/cookie-to-other`, LIMITS)
      await both.close()
      expect(seen.at(-1)).toMatchObject({ url: '/hello' })
      expect(seen.at(-1)?.headers).not.toHaveProperty('cookie')
    })

    test('never carry credentials to another origin', async () => {
      const headers = { Authorization: 'Bearer secret', Cookie: 'a=b', 'X-Other': 'kept' }
      await outbound.fetch(`${base}/to-other`, { ...LIMITS, headers })
      expect(seen.at(-1)?.headers).not.toHaveProperty('authorization')
      expect(seen.at(-1)?.headers).not.toHaveProperty('cookie')
      expect(seen.at(-1)?.headers).toHaveProperty('x-other', 'kept')
      await outbound.fetch(`${base}/to-hello`, { ...LIMITS, headers })
      expect(seen.at(-1)?.headers).toHaveProperty('authorization', 'Bearer secret')
    })
  })
})
