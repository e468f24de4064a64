import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { invalidate } from '#dashboard/api/invalidation.ts'
import { tellListeners } from '#dashboard/api/stream-state.ts'
import {
  agent,
  agentId,
  beforeInboxTests,
  conversation,
  inbox,
  item,
  line,
  openConversation,
  visitor,
} from '#dashboard/features/inbox/testing/inbox-server.ts'
import { sampleMessage } from '#dashboard/features/inbox/testing/samples.ts'
import { pressShortcut } from '#dashboard/testing/press-shortcut.ts'
import { renderRoute, testUser } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, page } from '#dashboard/testing/test-server.ts'

beforeInboxTests()

describe('/inbox', () => {
  const withPeople = { response_mode: 'human' } as const
  const personLine = (id: string, at: number, changes = {}) => line(id, at, { ...withPeople, ...changes })

  it('lists conversations with who, the last line and whose turn', async () => {
    await renderRoute('/inbox', {
      ...conversation(withPeople),
      'GET /api/v1/organizations/*/inbox': () =>
        inbox([
          personLine('c1', 3),
          personLine('c2', 2, { response_mode: 'human', waiting_since: '2026-03-01T10:00:00.000Z' }),
        ]),
    })
    const rows = await screen.findAllByRole('link', { name: /Ana Silva/ })
    expect(within(rows[0]!).getByText('Person')).toBeTruthy()
    expect(within(rows[1]!).getByText(/^Waiting/)).toBeTruthy()
    expect(within(rows[0]!).getByText('Hello')).toBeTruthy()
  })

  it('names the agent of a line in an organization that has more than a page of them', async () => {
    const page1 = Array.from({ length: 100 }, (_, index) => ({ ...agent, id: `other-${index}`, name: 'Other' }))
    const { requests } = await renderRoute('/inbox', {
      ...conversation(withPeople),
      'GET /api/v1/organizations/*/inbox': () => inbox([personLine('c1', 3)]),
      'GET /v1/organizations/*/agents': ({ query }) =>
        query.get('page') === '2' ? page([{ ...agent, name: 'Harbour' }], 2, 2) : page(page1, 1, 2),
    })
    expect(await screen.findByRole('link', { name: /Harbour/ })).toBeTruthy()
    expect(requests).not.toContain(`GET /v1/agents/${agentId}`)
  })

  it('asks for what the address says, and fetches only the head again', async () => {
    const asked: string[] = []
    await renderRoute(`/inbox?view=closed&agent=${agentId}&origin=email`, {
      ...conversation(withPeople),
      'GET /api/v1/organizations/*/inbox': ({ query }) => {
        asked.push(query.toString())
        return inbox([personLine('c1', 3, { status: 'closed' })])
      },
    })
    await screen.findByRole('link', { name: /Ana Silva/ })
    expect(asked).toEqual([`view=closed&agent=${agentId}&origin=email&sort=newest`])
  })

  it('counts each view exactly up to 9,999', async () => {
    await renderRoute('/inbox', {
      ...conversation(withPeople),
      'GET /api/v1/organizations/*/inbox/summary': () =>
        ok({ mine: 9_999, for_me: 21, unassigned: 17, open: 144, ai: 1_134, snoozed: 3, closed: 25_400, waiting: 20 }),
    })
    const views = within(await screen.findByRole('navigation', { name: 'Views' }))
    const texts = () => views.getAllByRole('link').map((link) => link.textContent)
    await waitFor(() =>
      expect(texts()).toEqual([
        ...['Mine9,999', 'For me21', 'Unassigned17', 'With people144', 'AI1,134', 'Snoozed3', 'Closed25K'],
      ]),
    )
  })

  it('begins with who has waited longest where nobody has taken them, and keeps another choice', async () => {
    const asked: string[] = []
    await renderRoute('/inbox', {
      ...conversation(withPeople),
      'GET /api/v1/organizations/*/members': () => ok([]),
      'GET /api/v1/organizations/*/labels': () => ok([]),
      'GET /api/v1/organizations/*/inbox': ({ query }) => {
        asked.push(query.toString())
        return inbox([personLine('c1', 3, { waiting_since: '2026-03-01T10:00:00.000Z' })])
      },
    })
    fireEvent.click(await screen.findByRole('link', { name: /^Unassigned/ }))
    await waitFor(() => expect(asked).toContain('view=unassigned&sort=waiting'))
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
    fireEvent.change(await screen.findByLabelText('Order'), { target: { value: 'newest' } })
    await waitFor(() => expect(asked).toContain('view=unassigned&sort=newest'))
    expect(localStorage.getItem('baton.sort.unassigned')).toBe('newest')
  })

  it('offers the next step where a view is empty', async () => {
    const { router } = await renderRoute('/inbox?view=unassigned', {
      ...conversation(withPeople),
      'GET /api/v1/organizations/*/inbox': () => inbox([]),
    })
    expect(await screen.findByText('Nobody is waiting')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show all open ones' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  const found = (id: string, name: string, excerpt: string, marks: [number, number][] = []) => ({
    conversation_id: id,
    agent_id: agentId,
    position: '2.0',
    excerpt,
    marks,
    line: personLine(id, 3, { chat_user: { ...visitor, name } }),
  })
  const searching = (answer: (query: URLSearchParams) => unknown[]): Handlers => ({
    ...conversation(withPeople),
    'GET /api/v1/organizations/*/search': ({ query }) => inbox(answer(query)),
  })

  it('searches on the server through all views, in the address too, and opens at the line', async () => {
    const asked: string[] = []
    const { router } = await renderRoute('/inbox?view=ai&only=closed', {
      ...searching((query) => {
        asked.push(`${query.get('q')} ${query.get('status')}`)
        return [found('c1', 'Bo Lund', 'The lundehund is a dog', [[4, 13]])]
      }),
      'GET /api/v1/organizations/*/inbox': () => inbox([line('c2', 2)]),
    })
    await screen.findByRole('link', { name: /Ana Silva/ })
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'lundehund' } })
    const row = await screen.findByRole('link', { name: /Bo Lund/ })
    expect(router.state.location.search).toEqual({ view: 'ai', only: 'closed', q: 'lundehund' })
    expect(asked).toEqual(['lundehund closed'])
    expect(screen.queryByRole('link', { name: /Ana Silva/ })).toBeNull()
    expect(row.querySelector('mark')?.textContent).toBe('lundehund')
    fireEvent.click(row)
    await waitFor(() => expect(router.state.location.pathname).toBe(`/inbox/${agentId}/c1`))
    expect(router.state.location.hash).toBe('line-2.0')
    await waitFor(() => expect(document.querySelector('[data-landed]')?.textContent).toContain('Message 2'))
    fireEvent.click(screen.getByRole('link', { name: /^AI/ }))
    await waitFor(() => expect(router.state.location.search).toEqual({ view: 'ai' }))
  })

  it('stays at a conversation that is closed among the results of a search', async () => {
    const { router } = await renderRoute(`/inbox/${agentId}/c1?q=dog`, {
      ...searching(() => [found('c1', 'Bo Lund', 'The lundehund is a dog')]),
      'GET /api/v1/organizations/*/inbox': () => inbox([personLine('c1', 3), personLine('c2', 2)]),
      'PATCH /v1/agents/*/conversations/c1': () => ok(personLine('c1', 3, { status: 'closed' })),
    })
    await screen.findByRole('link', { name: /Bo Lund/ })
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
    expect(await screen.findByText('Conversation closed')).toBeTruthy()
    expect(router.state.location.pathname).toBe(`/inbox/${agentId}/c1`)
  })

  it('says what was searched when nothing is found', async () => {
    await renderRoute(
      '/inbox?q=zebra',
      searching(() => []),
    )
    expect(await screen.findByText('No message, note, subject or visitor has “zebra”.')).toBeTruthy()
  })

  it('shows how old what is found is, as the list does', async () => {
    await renderRoute(
      '/inbox?q=ana',
      searching(() => [found('c1', 'Ana Silva', 'Ana')]),
    )
    const result = await screen.findByRole('link', { name: /Ana Silva/ })
    expect(result.querySelector('time')?.textContent).toMatch(/^(now|\d+ (min|h|d|wk|y))$/)
  })

  it('goes from the search to the results with Escape, by way of an empty field', async () => {
    await renderRoute('/inbox?q=ana', {
      ...searching(() => [found('c1', 'Ana Silva', 'Ana')]),
      'GET /api/v1/organizations/*/inbox': () => inbox([personLine('c1', 3)]),
    })
    await screen.findByRole('link', { name: /Ana Silva/ })
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search messages, notes and visitors' })
    field.focus()
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(document.activeElement).toBe(screen.getByRole('link', { name: /Ana Silva/ }))
  })

  it.each(['Enter', 'ArrowDown'])('goes from the search to the first result with %s', async (key) => {
    await renderRoute('/inbox', {
      ...searching(() => [found('c2', 'Bo Lund', 'Lund')]),
      'GET /api/v1/organizations/*/inbox': () => inbox([personLine('c1', 3)]),
    })
    await screen.findByRole('link', { name: /Ana Silva/ })
    const field = screen.getByRole('searchbox')
    field.focus()
    fireEvent.change(field, { target: { value: 'lund' } })
    fireEvent.keyDown(field, { key })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /Bo Lund/ })))
    field.focus()
    fireEvent.keyDown(field, { key })
    expect(document.activeElement).toBe(screen.getByRole('link', { name: /Bo Lund/ }))
  })

  it('is one stop for Tab, with arrows inside, and is passed over by a link to the reply', async () => {
    await renderRoute(`/inbox/${agentId}/c2`, {
      ...conversation(withPeople),
      'GET /api/v1/organizations/*/inbox': () => inbox([personLine('c1', 3), personLine('c2', 2), personLine('c3', 1)]),
      'GET /api/v1/agents/*/conversations/*/line': () => ok(personLine('c2', 2)), // else it would leave the view
    })
    const list = within(await screen.findByRole('list', { name: 'Conversations' }))
    const rows = list.getAllByRole('link')
    const boxes = list.getAllByRole('checkbox')
    const stops = () => [...rows, ...boxes].filter(({ tabIndex }) => tabIndex === 0)
    await waitFor(() => expect(stops()).toEqual([rows[1]]))
    const field = await screen.findByRole('textbox', { name: /^Reply to/ }) // what comes later could take the focus
    act(() => rows[1]!.focus())
    const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
    press('ArrowDown')
    await waitFor(() => expect(document.activeElement).toBe(rows[2]))
    expect(rows.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
    press('ArrowDown')
    expect(document.activeElement).toBe(rows[2])
    press('ArrowLeft')
    expect(document.activeElement).toBe(boxes[2])
    press('ArrowRight')
    press('Home')
    await waitFor(() => expect(document.activeElement).toBe(rows[0]))
    fireEvent.click(screen.getByRole('button', { name: 'Skip to reply' }))
    await waitFor(() => expect(document.activeElement).toBe(field))
  })

  it('moves with j and k', async () => {
    const { router } = await renderRoute('/inbox', {
      ...conversation(withPeople),
      'GET /api/v1/agents/*/conversations/*/line': () => ok(line('c2', 2)),
      'GET /api/v1/organizations/*/inbox': () => inbox([personLine('c1', 3), personLine('c2', 2)]),
    })
    await screen.findAllByRole('link', { name: /Ana Silva/ })
    await pressShortcut('j')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/inbox/${agentId}/c1`))
    await pressShortcut('j')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/inbox/${agentId}/c2`))
    await pressShortcut('k')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/inbox/${agentId}/c1`))
  })
})

describe('the list beside /inbox/$agentId/$conversationId', () => {
  it('ends the wait in every list with a reply of one’s own', async () => {
    const waits = line('c1', 3, { response_mode: 'human', waiting_since: '2026-03-01T10:00:00.000Z' })
    const { client } = await openConversation({
      'POST /api/v1/agents/*/conversations/c1/replies': () => ok(item(sampleMessage(4, { role: 'human' })), 201),
    })
    const elsewhere = ['listInbox', {}, { view: 'unassigned' }, 'lines']
    client.setQueryData(elsewhere, { lines: [waits], nextCursor: null })
    const field = await screen.findByLabelText('Reply to Ana Silva')
    fireEvent.change(field, { target: { value: 'Hello Ana' } })
    fireEvent.click(screen.getByRole('button', { name: /send/i }))
    await waitFor(() => expect(client.getQueryData(elsewhere)).toMatchObject({ lines: [{ waiting_since: null }] }))
  })

  it.each([
    ['one’s own reply', { response_mode: 'human' }, 'Person', /Reply: Hello Ana/],
    ['a close', { status: 'closed' }, 'Closed', /Hello/],
  ])('shows what became of a row that is held under the pointer, after %s', async (how, now, badge, text) => {
    const waits = line('c1', 3, { response_mode: 'human', waiting_since: '2026-03-01T10:00:00.000Z' })
    let done = false
    let gone = false
    const settle = () => {
      done = true
      return how === 'a close'
        ? ok({ ...waits, ...now })
        : ok(item(sampleMessage(4, { role: 'human', content: 'Hello Ana' })), 201)
    }
    await openConversation(
      {
        'GET /api/v1/organizations/*/inbox': () => {
          gone = done
          return inbox(done ? [] : [waits])
        },
        'GET /api/v1/agents/*/conversations/c1/line': () => ok(done ? { ...waits, ...now } : waits),
        'POST /api/v1/agents/*/conversations/c1/replies': settle,
        'PATCH /v1/agents/*/conversations/c1': settle,
      },
      '?view=unassigned',
    )
    const field = await screen.findByLabelText('Reply to Ana Silva')
    const row = screen.getByRole('link', { name: /Ana Silva/ })
    expect(within(row).getByText(/^Waiting/)).toBeTruthy()
    fireEvent.pointerMove(row)
    fireEvent.change(field, { target: { value: 'Hello Ana' } })
    fireEvent.click(screen.getByRole('button', { name: how === 'a close' ? 'Close' : /send/i }))
    expect(await within(row).findByText(badge)).toBeTruthy()
    await waitFor(() => expect(gone).toBe(true))
    expect(within(row).getByText(badge)).toBeTruthy()
    expect(row.textContent).toMatch(text)
  })

  it('shows what a colleague did to a row that is held under the pointer', async () => {
    const waits = line('c1', 3, { response_mode: 'human', waiting_since: '2026-03-01T10:00:00.000Z' })
    let items = [waits]
    const { client } = await renderRoute('/inbox?view=unassigned', {
      ...conversation(),
      'GET /api/v1/organizations/*/inbox': () => inbox(items),
      'GET /api/v1/agents/*/conversations/c1/line': () => ok({ ...waits, status: 'closed', waiting_since: null }),
    })
    const row = await screen.findByRole('link', { name: /Ana Silva/ })
    fireEvent.pointerMove(row)
    items = []
    invalidate(client, ['listInbox'])
    expect(await within(row).findByText('Closed')).toBeTruthy()
  })

  it('is unread where one says so, and where one reads elsewhere it is as that says', async () => {
    let unread = 0
    const { router, requests } = await openConversation({
      'GET /api/v1/organizations/*/inbox': () => {
        const listed = { response_mode: 'human', message_count: 3, read_count: unread || 3 }
        return inbox([line('c1', 3, listed), line('c2', 2, { ...listed, read_count: 1 })])
      },
      'DELETE /api/v1/agents/*/conversations/c1/read': () => {
        unread = 2
        return { status: 204 }
      },
    })
    await screen.findByLabelText('Reply to Ana Silva')
    const names = () => screen.getAllByRole('link', { name: /Ana Silva/ }).map(({ textContent }) => textContent ?? '')
    const unreadRows = () => names().map((name) => name.startsWith('Unread: '))
    await waitFor(() => expect(unreadRows()).toEqual([false, true]))
    await pressShortcut('u')
    await waitFor(() => expect(router.state.location.pathname).toBe('/inbox'))
    await waitFor(() => expect(unreadRows()).toEqual([true, true]))
    const tellings = () => requests.filter((request) => request.endsWith('/c1/read'))
    await waitFor(() => expect(tellings().at(-1)).toMatch(/^DELETE/))
    const hear = (conversation_id: string, user_id: string) =>
      act(() => tellListeners({ type: 'conversation.read', user_id, conversation_id, read_count: 3 }))
    hear('c1', 'a colleague')
    hear('c2', testUser.id)
    await waitFor(() => expect(unreadRows()).toEqual([true, false]))
    expect(tellings().at(-1)).toMatch(/^DELETE/)
  })
})
