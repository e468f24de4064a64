import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { mostConnections } from './most-connections.ts'

const MOST = 4

it('leaves clients what the process does not need, and never more than all but half of it', () => {
  expect(mostConnections(64, 30)).toBe(17)
  expect(mostConnections(256, 56)).toBe(136)
  expect(mostConnections(1_024, 24)).toBe(750)
  expect(mostConnections(20, 40)).toBe(1)
  expect(mostConnections(Number.POSITIVE_INFINITY, 40)).toBe(Number.POSITIVE_INFINITY)
})

describe('a server with as many connections as it may have', () => {
  let test: TestApp
  let app: TestApp['app']
  let port: number
  const sockets: Socket[] = []

  beforeEach(async () => {
    test = await createTestApp()
    app = await buildApp({ deps: test.deps, dashboardFolder: 'none', mostConnections: MOST })
    app.get('/never', () => new Promise(() => {}))
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await app.close()
    await test.close()
  })

  async function open(): Promise<Socket> {
    const accepted = once(app.server, 'connection')
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    await Promise.all([accepted, once(socket, 'connect')])
    return socket
  }

  /** Sends a request on a connection and returns the beginning of its answer. */
  async function ask(socket: Socket, path: string): Promise<string> {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    return String(answer)
  }

  async function occupy(): Promise<void> {
    for (let count = 0; count < MOST; count += 1) {
      const arrived = new Promise<void>((done) => app.server.once('request', () => done()))
      ;(await open()).write('GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await arrived
    }
  }

  it('closes those that wait for nothing, the oldest first', async () => {
    const idle = await open()
    for (let count = 1; count < MOST; count += 1) await open()
    const closed = once(idle, 'close')
    expect(await ask(await open(), '/v1/openapi.json')).toMatch(/^HTTP\/1.1 200 /)
    await closed
    expect(app.connections.all.size).toBe(MOST)
  })

  it('keeps those that have asked before while most of them are silent', async () => {
    const customer = await open()
    await ask(customer, '/v1/openapi.json')
    for (let count = 0; count < 3 * MOST; count += 1) await open()
    expect(await ask(customer, '/healthz')).toMatch(/^HTTP\/1.1 200 /)
  })

  it('answers further ones with 503 while all of them wait, but says how it is, and recovers', async () => {
    await occupy()
    const refused = await ask(await open(), '/v1/openapi.json')
    expect(refused).toMatch(/^HTTP\/1.1 503 /)
    expect(refused.toLowerCase()).toContain('retry-after: 5')
    expect(refused.toLowerCase()).toContain('connection: close')
    expect(refused).toContain('service_unavailable')
    expect(await ask(await open(), '/healthz')).toMatch(/^HTTP\/1.1 200 /)
    for (const socket of sockets.splice(0, MOST - 1)) socket.destroy()
    await expect.poll(() => app.connections.all.size).toBeLessThan(MOST)
    expect(await ask(await open(), '/v1/openapi.json')).toMatch(/^HTTP\/1.1 200 /)
  })

  it('is not ready while all of them wait', async () => {
    await occupy()
    const said = await ask(await open(), '/readyz')
    expect(said).toMatch(/^HTTP\/1.1 503 /)
    expect(said).toContain('"shortage":"files"')
  })
})
