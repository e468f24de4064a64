import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { EventSource } from 'undici'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setPageAddress } from '#dashboard/testing/page-address.ts'
import { OrganizationEvents } from './open-stream.ts'
import { sessionEnded } from './session-state.ts'

vi.stubGlobal('EventSource', EventSource) // happy-dom lacks EventSource

const A_WHILE_MS = 20_000 // several times the pause between attempts to open a refused stream

let asked = 0
const server = createServer((_request, response) => {
  asked += 1
  response.writeHead(401).end()
})

beforeEach(async () => {
  asked = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  setPageAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})

afterEach(() => {
  cleanup()
  sessionEnded.set(false)
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
})

it('asks for no stream while signed out, and for one again afterwards', async () => {
  const client = new QueryClient()
  const settle = () => vi.advanceTimersByTimeAsync(A_WHILE_MS)
  render(
    <QueryClientProvider client={client}>
      <OrganizationEvents organizationId="organization" />
    </QueryClientProvider>,
  )
  await expect.poll(() => asked).toBe(1)
  // A server that refuses the stream may be restarting, so the page tries again every few seconds.
  await expect.poll(() => settle().then(() => asked)).toBeGreaterThan(1)

  sessionEnded.set(true)
  await settle()
  const before = asked
  await settle()
  expect(asked).toBe(before)

  sessionEnded.set(false)
  await expect.poll(() => asked).toBeGreaterThan(before)
})
