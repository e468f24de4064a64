import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnSettings } from '#dashboard/api/own-settings.ts'
import { sessionOptions } from '#dashboard/api/session.ts'
import { tellListeners } from '#dashboard/api/stream-state.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { createAppRouter } from '#dashboard/router.ts'
import { testSession } from '#dashboard/testing/render-route.tsx'
import { ok, startTestServer } from '#dashboard/testing/test-server.ts'
import { inbox, line } from '../testing/inbox-server.ts'
import { Notifier } from './notifier.tsx'
import { noteOwnTakeover } from './own-takeovers.ts'

const told: string[] = []
const settings = {
  availability: 'available',
  notifications: {
    kinds: { waiting: { sound: false, desktop: true } },
    only_while_available: false,
    quiet_hours: null,
  },
} as unknown as OwnSettings

class RecordedNotification {
  static readonly permission = 'granted'
  constructor(title: string) {
    told.push(title)
  }
}

/** The locks that the tabs of a browser share. Each is held to the end of a test. */
function createLocks() {
  const held = new Set<string>()
  return {
    request: async (name: string, _options: object, run: (lock: object | null) => unknown) => {
      if (held.has(name)) return run(null)
      held.add(name)
      return run({ name })
    },
  }
}

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: createLocks() })
  told.length = 0
  localStorage.clear()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('Notification', RecordedNotification)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'locks')
})

/** Opens two tabs of one browser, in which no visitor waits yet. Returns a function by which some begin to. */
async function openTabs() {
  let lines: unknown[] = []
  let waits = 0
  const { requests } = await startTestServer({
    'GET /api/v1/organizations/*/inbox/summary': () => ok({ waiting: 0 }),
    'GET /api/v1/organizations/*/inbox': ({ query }) => inbox(query.get('view') === 'mine' ? [] : lines),
  })
  for (let tab = 0; tab < 2; tab += 1) {
    const client = createQueryClient()
    client.setQueryData(sessionOptions.queryKey, testSession as never)
    render(
      <QueryClientProvider client={client}>
        <RouterContextProvider router={createAppRouter(client, createMemoryHistory())}>
          <Notifier settings={settings} />
        </RouterContextProvider>
      </QueryClientProvider>,
    )
  }
  await waitFor(() => expect(requests.filter((request) => request.endsWith('/inbox/summary'))).toHaveLength(2))
  return async (...names: string[]) => {
    waits += 1
    const waiting_since = new Date(Date.now() + waits * 60_000).toISOString()
    lines = names.map((name) => line(name, 1, { chat_user: { id: name, name, email: null }, waiting_since }))
    tellListeners({ type: 'conversation.handed_over', agent_id: 'agent', conversation_id: names[0]! })
    await waitFor(() => expect(told).toContain(`${names[0]} is waiting for a person`))
  }
}

it('tells of a visitor who begins to wait in one tab, and of none whom this person took over', async () => {
  const beginToWait = await openTabs()
  noteOwnTakeover('Bo')
  await beginToWait('Ana', 'Bo')
  await beginToWait('Cy')
  expect(told).toEqual(['Ana is waiting for a person', 'Cy is waiting for a person'])
})
