import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseOutboundAllow } from './allow.ts'
import { OutboundError } from './errors.ts'
import { createOutbound } from './outbound.ts'
import type { Resolve } from './resolve.ts'
import { hostileUrls, publicUrls } from './urls.fixture.ts'

const LIMITS = { timeoutMs: 5_000, maxBytes: 1_000 }
const toLoopback: Resolve = async () => [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Starts a server that reports every connection made to it. */
async function listen(host: string, onConnection: () => void): Promise<Server> {
  const server = createServer((socket) => {
    onConnection()
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi')
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return server
}

describe('what outbound requests may reach', () => {
  let connections = 0
  let server: Server
  let port = 0
  beforeAll(async () => {
    server = await listen('::', () => connections++)
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => server.close())

  test('refuses every hostile URL without a connection', async () => {
    const outbound = createOutbound({ allow: [], userAgent: 'test', resolve: toLoopback })
    const urls = hostileUrls(port)
    expect(new Set(urls).size).toBeGreaterThan(200)
    for (const url of urls) {
      const outcome = await outbound.fetch(url, LIMITS).catch((error: unknown) => error)
      expect(outcome, url).toBeInstanceOf(OutboundError)
      expect((outcome as OutboundError).code, url).toBe('blocked')
      expect(outbound.check(url), url).toMatch(/^\S+ .+\.$/)
    }
    expect(connections).toBe(0)
    await outbound.close()
  })

  test('refuses public-looking names whose addresses are not public, or not all of them', async () => {
    const answers: Record<string, string[]> = {
      'private.example': ['10.0.0.1'],
      'mixed.example': ['93.184.215.14', '127.0.0.1'],
      'mapped.example': ['::ffff:127.0.0.1'],
      'metadata.example': ['169.254.169.254'],
      'odd.example': ['not-an-address'],
    }
    const resolve: Resolve = async (name) => (answers[name] ?? []).map((address) => ({ address, family: 4 }))
    const outbound = createOutbound({ allow: [], userAgent: 'test', resolve })
    for (const name of Object.keys(answers)) {
      await expect(outbound.fetch(`http://${name}:${port}/`, LIMITS), name).rejects.toMatchObject({ code: 'blocked' })
    }
    await expect(outbound.fetch(`http://none.example:${port}/`, LIMITS)).rejects.toMatchObject({
      code: 'unknown_host',
    })
    expect(connections).toBe(0)
    await outbound.close()
  })

  test('connects to the address it checked, and checks again when the name changes', async () => {
    let lookups = 0
    const rebind: Resolve = async () => [{ address: lookups++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }]
    // 127.0.0.2 stands for a public address: it is the only address allowed.
    const allow = parseOutboundAllow('127.0.0.2/32')
    const outbound = createOutbound({ allow, userAgent: 'test', resolve: rebind })
    const before = connections
    expect((await outbound.fetch(`http://rebind.example:${port}/`, LIMITS)).status).toBe(200)
    expect({ lookups, connections: connections - before }).toEqual({ lookups: 1, connections: 1 })
    await expect(outbound.fetch(`http://rebind.example:${port}/`, LIMITS)).rejects.toMatchObject({ code: 'blocked' })
    expect({ lookups, connections: connections - before }).toEqual({ lookups: 2, connections: 1 })
    await outbound.close()
  })

  test.each(publicUrls)('accepts %s', (url) => {
    expect(createOutbound({ allow: [], userAgent: 'test' }).check(url)).toBeNull()
  })

  test('asks for https where told to', () => {
    const { check } = createOutbound({ allow: parseOutboundAllow('127.0.0.1:8080,10.0.0.0/8'), userAgent: 'test' })
    expect(check('http://example.com/', { httpsOnly: true })).toBe('The address must start with https://.')
    expect(check('https://example.com/', { httpsOnly: true })).toBeNull()
    expect(check('http://127.0.0.1:8080/', { httpsOnly: true })).toBeNull()
    expect(check('http://10.1.2.3:9999/', { httpsOnly: true })).toBeNull()
    expect(check('http://127.0.0.1:8081/', { httpsOnly: true })).not.toBeNull()
  })
})

describe('OUTBOUND_ALLOW', () => {
  test.each([
    ['127.0.0.1:8080', 'http://127.0.0.1:8080/', 'http://127.0.0.1:8081/'],
    ['127.0.0.1:8080', 'http://0x7f.1:8080/', 'http://127.0.0.2:8080/'],
    ['127.0.0.1:8080', 'http://localhost:8080/', 'http://localhost:8081/'],
    ['[::1]:80', 'http://[::1]/', 'https://[::1]/'],
    ['LocalHost:3000', 'http://localhost:3000/', 'http://localhost/'],
    ['wiki.internal:443', 'https://wiki.internal/', 'https://other.internal/'],
    ['10.0.0.0/8', 'http://10.200.0.1:8000/', 'http://11.0.0.1:22/'],
    ['10.0.0.0/8', 'http://wiki.internal/', 'http://10.0.0.1:25/'],
    ['127.0.0.0/8', 'http://localhost:9999/', 'http://[::1]:9999/'],
    ['fd00::/8 , 127.0.0.1:1', 'http://[fd12::1]/', 'http://[fc00::1]/'],
  ])('%s lets through %s and not %s', (entries, allowed, refused) => {
    const { check } = createOutbound({ allow: parseOutboundAllow(entries), userAgent: 'test' })
    expect(check(allowed)).toBeNull()
    expect(check(refused)).not.toBeNull()
  })

  test('is empty by default', () => {
    expect(parseOutboundAllow('')).toEqual([])
    expect(parseOutboundAllow(' , ')).toEqual([])
  })

  test.each(['localhost', '127.0.0.1', '10.0.0.0/33', 'http://a:80', 'a:0', 'a:70000', 'a b:80', 'u@a:80', ':80'])(
    'refuses the entry %j by name',
    (entry) => {
      expect(() => parseOutboundAllow(`127.0.0.1:1,${entry}`)).toThrow(`OUTBOUND_ALLOW: "${entry}" is neither`)
    },
  )
})
