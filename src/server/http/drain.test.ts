import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const SOON_MS = 2_000

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

  async function open(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    await Promise.all([once(socket, 'connect'), once(test.app.server, 'connection')])
    return socket
  }

  it('does not wait for connections on which nothing was ever said, as browsers keep them in store', async () => {
    await Promise.all([open(), open()])
    const used = await open()
    used.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(used, 'data')
    const from = performance.now()
    await test.app.close()
    expect(performance.now() - from).toBeLessThan(SOON_MS)
  })

  it('answers a request of which only a part has arrived', async () => {
    const socket = await open()
    socket.write('GET /healthz HTTP/1.1\r\n')
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0)
    await new Promise((done) => setTimeout(done, 50)) // until the server has read it
    const closed = test.app.close()
    socket.write('Host: localhost\r\n\r\n')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
    expect(String(answer)).toMatch(/connection: close/i)
    await closed
  })
})
