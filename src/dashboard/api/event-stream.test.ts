import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EventSource } from 'undici'
import { afterEach, expect, it, vi } from 'vitest'
import { followStream } from './event-stream.ts'

vi.stubGlobal('EventSource', EventSource) // happy-dom lacks EventSource

const A_WHILE_MS = 20_000 // several times the pause between attempts to open a refused stream

afterEach(() => {
  vi.useRealTimers()
})

it('stays closed when it is closed before the server has answered', async () => {
  let asked = 0
  const server = createServer(() => {
    asked += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const listener = { onEvent: vi.fn(), onConnected: vi.fn(), onGap: vi.fn(), onBeginning: vi.fn() }
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const close = followStream(url, undefined, listener)
  await vi.waitUntil(() => asked === 1, { timeout: 20_000 })
  close()
  // undici tells an aborted connection's listeners that it broke, a moment later; browsers tell them nothing.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done))
  await vi.advanceTimersByTimeAsync(A_WHILE_MS)
  expect(asked).toBe(1)
  server.closeAllConnections()
  server.close()
})
