import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StreamEvent } from '#contract/events.ts'
import type { OwnSettings } from '#dashboard/api/own-settings.ts'
import { sessionOptions } from '#dashboard/api/session.ts'
import { tellListeners } from '#dashboard/api/stream-state.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { createAppRouter } from '#dashboard/router.ts'
import { testSession } from '#dashboard/testing/render-route.tsx'
import { ok, startTestServer } from '#dashboard/testing/test-server.ts'
import { NewsNotifier } from './news-notifier.tsx'

type News = NonNullable<StreamEvent['news']>
type Notifications = OwnSettings['notifications']

const told: string[] = []
class RecordedNotification {
  static readonly permission = 'granted'
  constructor(title: string) {
    told.push(title)
  }
}

const shown = { list: true, desktop: true, sound: false, mail: false, push: false }
const notifications = {
  kinds: { mention: shown, assigned: shown, waiting: shown, note: { ...shown, desktop: false } },
  only_while_available: false,
  quiet_hours: null,
} as unknown as Notifications

beforeEach(() => {
  const held = new Set<string>()
  const request = async (name: string, _options: object, run: (lock: object | null) => unknown) => {
    const isFree = !held.has(name)
    held.add(name)
    return run(isFree ? { name } : null)
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  told.length = 0
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('Notification', RecordedNotification)
})
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'locks')
})

/** Opens two tabs of one browser. Returns a function that tells both of news. */
async function openTabs(changed: Partial<Notifications> = {}, availability = 'available') {
  await startTestServer({
    'GET /api/v1/organizations/*/members': () => ok([{ user_id: 'ana', name: 'Ana' }]),
    'GET /api/v1/organizations/*/notifications': () => ok({ items: [], unread: 0 }),
  })
  const settings = { availability, notifications: { ...notifications, ...changed } } as OwnSettings
  for (let tab = 0; tab < 2; tab += 1) {
    const client = createQueryClient()
    client.setQueryData(sessionOptions.queryKey, testSession as never)
    render(
      <QueryClientProvider client={client}>
        <RouterContextProvider router={createAppRouter(client, createMemoryHistory())}>
          <NewsNotifier settings={settings} />
        </RouterContextProvider>
      </QueryClientProvider>,
    )
  }
  return (kind: News['kind'], conversation_id = 'c1') => {
    const news = { id: `${kind}-${conversation_id}`, kind, count: 1, actor_id: 'ana', agent_id: 'a', conversation_id }
    tellListeners({ type: 'notification.updated', news } as unknown as StreamEvent)
  }
}

const MENTIONED = 'Ana mentioned you'
const ASSIGNED = 'Ana assigned a conversation to you'

it('shows a mention and an assignment, each in one tab, and neither waits nor what the member does not want', async () => {
  const tell = await openTabs()
  tell('waiting')
  tell('note')
  tell('mention')
  await waitFor(() => expect(told).toEqual([MENTIONED]))
  tell('assigned')
  await waitFor(() => expect(told).toEqual([MENTIONED, ASSIGNED]))
})

it('shows nothing of the conversation that is open before the member', async () => {
  const tell = await openTabs()
  history.replaceState(null, '', '/inbox/a/c1')
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  tell('mention', 'c1')
  tell('assigned', 'c2')
  await waitFor(() => expect(told).toEqual([ASSIGNED]))
  hasFocus.mockReturnValue(false)
  tell('mention', 'c1')
  await waitFor(() => expect(told).toEqual([ASSIGNED, MENTIONED]))
})

it.each([
  ['away', { only_while_available: true }, { only_while_available: false }],
  ['available', { quiet_hours: { from: '00:00', to: '00:00' } }, { quiet_hours: null }],
])('shows nothing where a member who is %s wants it so', async (availability, wish, other) => {
  const tell = await openTabs(wish, availability)
  tell('mention')
  cleanup()
  const tellLater = await openTabs(other, availability)
  tellLater('assigned')
  await waitFor(() => expect(told).toEqual([ASSIGNED]))
})
