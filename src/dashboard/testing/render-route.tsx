import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import { EventSource } from 'undici'
import { afterEach, vi } from 'vitest'
import { createQueryClient } from '#dashboard/query-client.ts'
import { createAppRouter } from '#dashboard/router.ts'
import { type Handlers, ok, page, startTestServer } from './test-server.ts'

export const testOrganization = {
  id: '0199c0de-0000-7000-8000-000000000001',
  name: 'Test organization',
  plan: 'premium',
  role: 'owner',
}
export const testUser = { id: '0199c0de-0000-7000-8000-000000000002', name: 'Test owner', email: 'owner@example.com' }
export const testSession = { user: testUser, organizations: [testOrganization] }

// happy-dom has none.
vi.stubGlobal('EventSource', EventSource)

const summary = { needs_person: 0, with_people: 0, open: 0, ai: 0, closed: 0, last_reply_at: null }

/** What the frame around every signed-in screen asks for. */
const frame: Handlers = {
  'GET /api/v1/start': () => ok({ needs_setup: false, session: testSession, event_marks: {} }),
  'GET /api/v1/session': () => ok(testSession),
  'GET /api/v1/organizations/*/inbox/summary': () => ok(summary),
  // 204 tells an EventSource not to come back.
  'GET /api/v1/organizations/*/events': () => ({ status: 204 }),
  'GET /api/v1/ai-models': () => ok([]),
  'GET /v1/organizations/*/agents': () => page([]),
}

configure({ asyncUtilTimeout: 25_000 }) // a busy machine takes longer to load a screen's code
const routers = new Set<ReturnType<typeof createAppRouter>>()
afterEach(async () => {
  // One that is on its way to a page would show it, or that it waits, when there is no document any more.
  for (const router of routers) await vi.waitUntil(() => !router.state.isLoading, { timeout: 5_000 })
  routers.clear()
  cleanup()
})

/** Renders the real route at an address, signed in, against a server that answers by `handlers`. */
export async function renderRoute(address: string, handlers: Handlers = {}) {
  const server = await startTestServer({ ...frame, ...handlers })
  const client = createQueryClient()
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [address] }))
  routers.add(router)
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
    { onCaughtError: () => {} }, // what a boundary caught is on the screen
  )
  return { router, client, requests: server.requests }
}
