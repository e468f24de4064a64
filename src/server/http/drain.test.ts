import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const SOON_MS = 10_000 // on a busy machine; Node itself would wait for 15 s and longer
const LONGER_THAN_A_HEAD_MS = 1_300 // may take

describe('a server that stops', () => {
  let test: TestApp
  let port: number
  const sockets: Socket[] = []

  beforeEach(async () => {
    test = await createTestApp({ worker: false })
    port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await test.close()
  })

  /** Opens a connection. `atServer` is the server's end of it. */
  async function open(): Promise<{ socket: Socket; atServer: Socket }> {
    const accepted = once(test.app.server, 'connection')
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    const [[atServer]] = await Promise.all([accepted, once(socket, 'connect')])
    return { socket, atServer }
  }

  it('does not wait for connections on which nothing was ever asked, as browsers keep them in store', async () => {
    for (let count = 0; count < 2; count += 1) await open()
    const { socket: used } = await open()
    used.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(used, 'data')
    const from = performance.now()
    await test.app.close()
    expect(performance.now() - from).toBeLessThan(SOON_MS)
  })

  it('answers a request on a connection that was opened just before', async () => {
    const { socket } = await open()
    const closed = test.app.close()
    await delay(50)
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
    await closed
  })

  it('does not wait for a client that never sends the rest of its request', async () => {
    const { socket, atServer } = await open()
    socket.write('GET /healthz HTTP/1.1\r\n')
    await expect.poll(() => atServer.bytesRead).toBeGreaterThan(0)
    const from = performance.now()
    await test.app.close()
    expect(performance.now() - from).toBeLessThan(SOON_MS)
  })

  it('does not take the time in which it was held up for quiet', async () => {
    const { socket } = await open()
    const order: string[] = []
    const drained = test.app.drain().then(() => order.push('drained'))
    await delay(50)
    socket.write('GET /api/v1/session HTTP/1.1\r\nHost: localhost\r\n\r\n')
    for (const until = performance.now() + 1_000; performance.now() < until; );
    await once(socket, 'data')
    order.push('answered')
    await drained
    expect(order).toEqual(['answered', 'drained'])
  })

  it('waits for the body of a request that it has begun to read', async () => {
    const { socket } = await open()
    const asked = once(test.app.server, 'request')
    const body = '{}'
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    socket.write(`POST /api/v1/session HTTP/1.1\r\n${head}\r\n\r\n`)
    await asked
    const closed = test.app.close()
    await delay(LONGER_THAN_A_HEAD_MS)
    socket.write(body)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 422 /)
    await closed
  })

  it('answers a request of which only a part has arrived', async () => {
    const { socket, atServer } = await open()
    socket.write('GET /healthz HTTP/1.1\r\n')
    await expect.poll(() => atServer.bytesRead).toBeGreaterThan(0)
    const closed = test.app.close()
    socket.write('Host: localhost\r\n\r\n')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
    expect(String(answer)).toMatch(/connection: close/i)
    await closed
  })
})
