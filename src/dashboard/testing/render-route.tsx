import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { notificationKinds } from '#contract/enums.ts'
import { forgetKeys } from '#dashboard/lib/held-keys.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { createAppRouter } from '#dashboard/router.ts'
import { type Handlers, ok, page, startTestServer } from './test-server.ts'

export const testOrganization = {
  id: '0199c0de-0000-7000-8000-000000000001',
  name: 'Test organization',
  plan: 'premium',
  role: 'owner',
  responders_teach: true,
}
export const testUser = { id: '0199c0de-0000-7000-8000-000000000002', name: 'Test owner', email: 'owner@example.com' }
const wish = { list: true, desktop: false, sound: false, mail: false, push: false }
export const testSettings = {
  availability: 'available',
  notifications: {
    ...{ desktop: false, sound: false, mail_after_minutes: 5 },
    kinds: Object.fromEntries(notificationKinds.map((kind) => [kind, wish])),
    ...{ only_while_available: false, quiet_hours: null, time_zone: 'UTC', push_excerpts: false },
  },
}
export const testSession = { user: testUser, organizations: [testOrganization] }

/** Never begins, so screens poll; a real one could report a broken connection when the test's window is gone. */
class SilentEventSource extends EventTarget {
  static readonly CLOSED = 2
  readyState = 0
  close() {
    this.readyState = SilentEventSource.CLOSED
  }
}
vi.stubGlobal('EventSource', SilentEventSource)

const summary = { mine: 0, for_me: 0, unassigned: 0, open: 0, ai: 0, snoozed: 0, closed: 0, waiting: 0 }

/** Answers to the requests of the frame around every signed-in screen, and to some that several screens send. */
const frame: Handlers = {
  'GET /api/v1/start': () =>
    ok({
      needs_setup: false,
      session: testSession,
      event_marks: {},
      own_settings: { [testOrganization.id]: testSettings },
    }),
  'GET /api/v1/organizations/*/members/me': () => ok(testSettings),
  'GET /api/v1/session': () => ok(testSession),
  'POST /api/v1/organizations/*/presence': () => ok([]),
  'GET /api/v1/organizations/*/notifications': () => ok({ items: [], unread: 0 }),
  'GET /api/v1/organizations/*/inbox/summary': () => ok(summary),
  'GET /api/v1/agents/*/activity': () => ok({ open: 0, closed: 0, waiting: 0, last_reply_at: null }),
  'GET /api/v1/agents/*/overview': () => ({ hang: true }),
  'GET /api/v1/organizations/*/sites': () => ok([]),
  'GET /api/v1/organizations/*/ai-models': () => ok([]),
  'GET /api/v1/organizations/*/model-accounts': () => ok([]),
  'GET /api/v1/agents/*/source-totals': () => ok({ pending: 0, processing: 0, completed: 0, failed: 0 }),
  'GET /v1/organizations/*/agents': () => page([]),
  'GET /api/v1/organizations/*/agents': () => page([]),
}

const routers = new Set<ReturnType<typeof createAppRouter>>()
afterEach(async () => {
  // A router that is still loading would try to render after the test's document is gone.
  for (const router of routers) await vi.waitUntil(() => !router.state.isLoading, { timeout: 25_000 })
  routers.clear()
  cleanup()
  forgetKeys() // keys pressed for a place that was still loading must not be the next test's
})

/** Renders the real route at an address, signed in, against a test server that answers with `handlers`. */
export async function renderRoute(address: string, handlers: Handlers = {}) {
  const server = await startTestServer({ ...frame, ...handlers })
  const client = createQueryClient()
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [address] }))
  routers.add(router)
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
    { onCaughtError: () => {} }, // errors caught by a boundary are visible on the screen
  )
  return { router, client, requests: server.requests }
}
