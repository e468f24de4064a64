import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { invalidate } from '#dashboard/api/invalidation.ts'
import { tellListeners } from '#dashboard/api/stream-state.ts'
import { NO_FACTS, sampleLine, sampleMessage } from '#dashboard/features/inbox/testing/samples.ts'
import { renderRoute, testUser } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, page, refuse } from '#dashboard/testing/test-server.ts'

const agentId = '0199c0de-0000-7000-8000-0000000000a1'
const agent = {
  id: agentId,
  name: 'Help desk',
  description: '',
  model: { id: '0199c0de-0000-7000-8000-0000000000f1', name: 'Built-in', slug: 'built-in' },
  human_intervention: true,
  only_human: false,
  is_disabled: false,
  disabled_reason: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}
const visitor = { id: 'v1', name: 'Ana Silva', email: null, identity_verified: false }
const line = (id: string, at: number, changes = {}) =>
  sampleLine(id, at, { agent_id: agentId, chat_user: visitor, ...changes })

// happy-dom computes no layout, but virtualized lists need a height to render rows.
const height = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'clientHeight')!
beforeAll(() => Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 }))
afterAll(() => Object.defineProperty(HTMLElement.prototype, 'clientHeight', height))
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})

const inbox = (items: unknown[], next: string | null = null) => ok({ items, next_cursor: next })

const authors = { visitor: 'visitor', assistant: 'ai', human: 'member' }

/** The item of the thread for the message at that position. */
const item = (message: ReturnType<typeof sampleMessage>) => ({
  id: message.id,
  type: 'message',
  position: `${message.id.split('-')[1]}.0`,
  created_at: message.created_at,
  author: { type: authors[message.role] },
  message,
})

/** A whole thread that consists of these messages, from the first on. */
const thread = (messages: readonly ReturnType<typeof sampleMessage>[]) => {
  const items = messages.map(item)
  const ends = { first_position: items[0]?.position ?? null, last_position: items.at(-1)?.position ?? null }
  return ok({ items, ...ends, read_position: null, ...NO_FACTS })
}

/** Handlers of a server with conversation `c1`, some messages and the given changes. */
function conversation(changes = {}): Handlers {
  const shown = line('c1', 3, changes)
  const messages = [sampleMessage(1), sampleMessage(2, { role: 'assistant' }), sampleMessage(3)]
  return {
    'GET /v1/organizations/*/agents': () => page([agent]),
    'GET /v1/agents/*': () => ok(agent),
    'GET /api/v1/organizations/*/inbox': () => inbox([shown]),
    // A focused row prefetches its line and messages, possibly only during the next test.
    'GET /api/v1/agents/*/conversations/*/line': () => ok(line('c2', 2)),
    'GET /api/v1/agents/*/conversations/*/thread': () => thread([sampleMessage(1)]),
    'GET /api/v1/agents/*/conversations/c1/line': () => ok(shown),
    'GET /api/v1/agents/*/conversations/c1/thread': () => thread(messages),
    'GET /api/v1/agents/*/conversations/*/unsent-replies': () => ok([]),
    'POST /api/v1/agents/*/conversations/*/read': () => ({ status: 204 }),
  }
}

const openConversation = (handlers: Handlers, search = '') =>
  renderRoute(`/inbox/${agentId}/c1${search}`, { ...conversation(), ...handlers })

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
        ok({ mine: 9_999, unassigned: 17, open: 144, ai: 1_134, snoozed: 3, closed: 25_400, waiting: 20 }),
    })
    const views = within(await screen.findByRole('navigation', { name: 'Views' }))
    const texts = () => views.getAllByRole('link').map((link) => link.textContent)
    await waitFor(() =>
      expect(texts()).toEqual(['Mine9,999', 'Unassigned17', 'All open144', 'AI1,134', 'Snoozed3', 'Closed25K']),
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

  it('says what was searched when nothing is found', async () => {
    await renderRoute(
      '/inbox?q=zebra',
      searching(() => []),
    )
    expect(await screen.findByText('No message, note or visitor has “zebra”.')).toBeTruthy()
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

  it('moves with j and k', async () => {
    const { router } = await renderRoute('/inbox', {
      ...conversation(withPeople),
      'GET /api/v1/agents/*/conversations/*/line': () => ok(line('c2', 2)),
      'GET /api/v1/organizations/*/inbox': () => inbox([personLine('c1', 3), personLine('c2', 2)]),
    })
    const press = (key: string) => act(async () => void fireEvent.keyDown(document.body, { key }))
    await screen.findAllByRole('link', { name: /Ana Silva/ })
    await press('j')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/inbox/${agentId}/c1`))
    await press('j')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/inbox/${agentId}/c2`))
    await press('k')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/inbox/${agentId}/c1`))
  })
})

describe('/inbox/$agentId/$conversationId', () => {
  it('says that sending takes over, and sends with Ctrl+Enter', async () => {
    const sent: unknown[] = []
    await openConversation({
      'POST /api/v1/agents/*/conversations/c1/replies': (request) => {
        sent.push(request.json())
        return ok(item(sampleMessage(4, { role: 'human', content: 'Hello Ana' })), 201)
      },
    })
    const field = await screen.findByLabelText('Reply to Ana Silva')
    expect(screen.getByText('The AI has this conversation. Sending takes it over.')).toBeTruthy()
    fireEvent.change(field, { target: { value: ' Hello Ana ' } })
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    await waitFor(() =>
      expect(sent).toEqual([{ content: 'Hello Ana', seen_position: '3.0', closes: false, force: false }]),
    )
    expect((field as HTMLTextAreaElement).value).toBe('')
    expect(await screen.findByText('People have this conversation; the AI stays silent.')).toBeTruthy()
  })

  it('says no more that somebody waits once a person has answered, whatever an older answer says', async () => {
    const waits = { response_mode: 'human', waiting_since: '2026-03-01T10:00:00.000Z' }
    let messages = [sampleMessage(1)]
    const { client } = await openConversation({
      'GET /api/v1/organizations/*/inbox': () => inbox([line('c1', 3, waits)]),
      'GET /api/v1/agents/*/conversations/c1/line': () => ok(line('c1', 3, waits)),
      'GET /api/v1/agents/*/conversations/c1/thread': () => thread(messages),
    })
    await screen.findByLabelText('Reply to Ana Silva')
    const bar = within(screen.getByRole('heading', { name: 'Ana Silva', level: 2 }).parentElement!)
    expect(bar.getByText(/^Waiting/)).toBeTruthy()
    messages = [...messages, sampleMessage(2, { role: 'human' })]
    invalidate(client, ['listThread'])
    await waitFor(() => expect(bar.queryByText(/^Waiting/)).toBeNull())
  })

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

  it('has the answer trace ready before the click: what it says, and the code that shows it', async () => {
    const trace = { citations: [], model: 'built-in', latency_ms: 20, decision: 'answered', asked_for_person: false }
    const { requests } = await openConversation({
      'GET /api/v1/agents/*/conversations/*/messages/message-2/trace': () => ok(trace),
    })
    const why = await screen.findByRole('button', { name: 'Why this answer' })
    fireEvent.pointerEnter(why)
    await waitFor(() => expect(requests.join()).toContain('message-2/trace'))
    fireEvent.click(why)
    const panel = within(await screen.findByRole('dialog', { name: 'Why this answer' }))
    expect(panel.queryByRole('status') ?? panel.getByText('Answered without quoting a source')).toBeTruthy()
    expect(await panel.findByText('Answered without quoting a source')).toBeTruthy()
  })

  it('goes on at the end of a draft with r', async () => {
    localStorage.setItem('baton.draft.c1', JSON.stringify({ text: 'Hello', base: 3 }))
    await openConversation({})
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Reply to Ana Silva')
    field.setSelectionRange(0, 0)
    await waitFor(() => {
      fireEvent.keyDown(document.body, { key: 'r' })
      expect(document.activeElement).toBe(field)
    })
    expect([field.selectionStart, field.selectionEnd]).toEqual([5, 5])
  })

  it('asks before sending when someone else has replied meanwhile', async () => {
    let messages = [sampleMessage(1), sampleMessage(2)]
    const sent: unknown[] = []
    await openConversation({
      'GET /api/v1/agents/*/conversations/c1/thread': () => thread(messages),
      'POST /api/v1/agents/*/conversations/c1/replies': (request) => {
        const body = request.json() as { force: boolean }
        if (!body.force) return refuse(409, 'reply_is_stale')
        sent.push(body)
        return ok(item(sampleMessage(4, { role: 'human' })), 201)
      },
    })
    const field = await screen.findByLabelText('Reply to Ana Silva')
    fireEvent.change(field, { target: { value: 'Mine' } })
    messages = [...messages, sampleMessage(3, { role: 'human', content: 'A colleague was quicker' })]
    fireEvent.click(screen.getByRole('button', { name: /send/i }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/A colleague was quicker/)).toBeTruthy()
    expect(sent).toEqual([])
    fireEvent.click(question.getByRole('button', { name: 'Send anyway' }))
    await waitFor(() => expect(sent).toEqual([{ content: 'Mine', seen_position: '0.0', closes: false, force: true }]))
  })

  it('marks a reply that was not sent in the list, and offers it in a conversation closed meanwhile', async () => {
    let status = 'open'
    let messages = [sampleMessage(1), sampleMessage(2)]
    const { client, router } = await openConversation({
      'GET /api/v1/organizations/*/inbox': () => inbox([line('c1', 3, { response_mode: 'human' })]),
      'GET /api/v1/agents/*/conversations/c1/line': () => ok(line('c1', 3, { status, response_mode: 'human' })),
      'GET /api/v1/agents/*/conversations/c1/thread': () => thread(messages),
      'POST /api/v1/agents/*/conversations/c1/replies': () => refuse(409, 'reply_is_stale'),
    })
    const field = await screen.findByLabelText('Reply to Ana Silva')
    fireEvent.change(field, { target: { value: 'Mine' } })
    messages = [...messages, sampleMessage(3, { role: 'human', content: 'A colleague was quicker' })]
    fireEvent.click(screen.getByRole('button', { name: /send/i }))
    await screen.findByRole('alertdialog')
    const row = screen.getByRole('link', { name: /Ana Silva/ })
    expect(within(row).getByText(/Not sent/)).toBeTruthy()
    status = 'closed'
    invalidate(client, ['getInboxLine'])
    expect(await screen.findByText('This conversation is closed. Reopen it to reply.')).toBeTruthy()
    const question = within(screen.getByRole('alertdialog'))
    expect(question.getByRole('button', { name: 'Send anyway' })).toBeTruthy()
    expect(question.getByRole('button', { name: 'Keep editing' })).toBeTruthy()
    fireEvent.click(question.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(within(row).queryByText(/Not sent/)).toBeNull()
    expect(router.state.location.pathname).toBe(`/inbox/${agentId}/c1`)
  })

  it('refuses what is too long, counted as the server counts', async () => {
    await openConversation({})
    const field = await screen.findByLabelText('Reply to Ana Silva')
    fireEvent.change(field, { target: { value: '😀'.repeat(10_000) } })
    expect((screen.getByRole('button', { name: /send/i }) as HTMLButtonElement).disabled).toBe(false)
    fireEvent.change(field, { target: { value: '😀'.repeat(10_001) } })
    expect((screen.getByRole('button', { name: /send/i }) as HTMLButtonElement).disabled).toBe(true)
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  it('takes over at once, and gives the baton back when the server refuses', async () => {
    let answer = () => {}
    await openConversation({
      'PATCH /v1/agents/*/conversations/c1': () => {
        answer()
        return refuse(423, 'agent_unavailable')
      },
    })
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Take over' }))
    await screen.findByRole('button', { name: 'Back to AI' })
    await asked
    expect(await screen.findByText('This agent is disabled')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Take over' })).toBeTruthy()
  })

  it('has no field to write in while closed, or while the agent is disabled', async () => {
    await renderRoute(`/inbox/${agentId}/c1`, conversation({ status: 'closed' }))
    expect(await screen.findByText('This conversation is closed. Reopen it to reply.')).toBeTruthy()
    expect(screen.queryByLabelText('Reply to Ana Silva')).toBeNull()
  })

  it('keeps the field, its text and the focus when the conversation is closed from elsewhere meanwhile', async () => {
    let status = 'open'
    const changed: unknown[] = []
    const { client } = await openConversation({
      'GET /api/v1/agents/*/conversations/c1/line': () => ok(line('c1', 3, { status })),
      'PATCH /v1/agents/*/conversations/c1': (request) => {
        changed.push(request.json())
        status = 'open'
        return ok(line('c1', 3))
      },
    })
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Reply to Ana Silva')
    field.focus()
    fireEvent.change(field, { target: { value: 'Th' } })
    status = 'closed'
    invalidate(client, ['getInboxLine'])
    expect(await screen.findByText('This conversation is closed. Reopen it to reply.')).toBeTruthy()
    expect(document.activeElement).toBe(field)
    fireEvent.keyDown(document.activeElement!, { key: 'e' })
    expect(field.value).toBe('Th')
    expect(changed).toEqual([])
    fireEvent.click(within(screen.getByText(/^This conversation is closed/).parentElement!).getByRole('button'))
    await waitFor(() => expect(screen.queryByText(/^This conversation is closed/)).toBeNull())
    expect(screen.getByLabelText('Reply to Ana Silva')).toBe(field)
  })

  it('keeps what is being written when the agent is disabled, which can’t be sent then', async () => {
    let shown: object = agent
    const { client } = await openConversation({
      'GET /v1/organizations/*/agents': () => page([shown]),
      'GET /v1/agents/*': () => ok(shown),
    })
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Reply to Ana Silva')
    field.focus()
    fireEvent.change(field, { target: { value: 'Th' } })
    shown = { ...agent, is_disabled: true, disabled_reason: 'On holiday' }
    invalidate(client, ['getAgent', 'listAgents'])
    expect(await screen.findByText('On holiday')).toBeTruthy()
    expect(document.activeElement).toBe(field)
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    expect(field.value).toBe('Th')
    expect((screen.getByRole('button', { name: /send/i }) as HTMLButtonElement).disabled).toBe(true)
  })

  it('says so when the agent is disabled', async () => {
    const disabled = { ...agent, is_disabled: true, disabled_reason: 'On holiday' }
    await openConversation({
      'GET /v1/organizations/*/agents': () => page([disabled]),
      'GET /v1/agents/*': () => ok(disabled),
    })
    expect(await screen.findByText('On holiday')).toBeTruthy()
    expect((screen.getByRole('button', { name: 'Take over' }) as HTMLButtonElement).disabled).toBe(true)
  })

  it('names what goes before deleting, and leaves', async () => {
    vi.spyOn(Date, 'now').mockImplementation(
      (() => {
        const start = performance.timeOrigin + performance.now()
        return () => start + (performance.now() - (start - performance.timeOrigin)) * 20
      })(),
    )
    const { router, requests } = await openConversation({
      'DELETE /v1/agents/*/conversations/c1': () => ({ status: 204 }),
    })
    await screen.findByLabelText('Reply to Ana Silva')
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Delete the conversation with Ana Silva?')).toBeTruthy()
    expect(dialog.getByText(/All 3 messages go/)).toBeTruthy()
    await waitFor(() => {
      fireEvent.click(dialog.getByRole('button', { name: 'Delete conversation' }))
      expect(requests).toContain(`DELETE /v1/agents/${agentId}/conversations/c1`)
    })
    await waitFor(() => expect(router.state.location.pathname).toBe('/inbox'))
    vi.restoreAllMocks()
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
    fireEvent.keyDown(document.body, { key: 'u' })
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

  it('says when there is no such conversation', async () => {
    const gone = () => refuse(404, 'resource_not_found')
    await openConversation({
      'GET /api/v1/organizations/*/inbox': () => inbox([]),
      'GET /api/v1/agents/*/conversations/c1/line': gone,
      'GET /api/v1/agents/*/conversations/c1/thread': gone,
    })
    expect(await screen.findByText('This conversation is gone')).toBeTruthy()
  })

  it('shows what was written to a conversation that is gone, until it is discarded', async () => {
    let isGone = false
    const { client } = await openConversation({
      'GET /api/v1/agents/*/conversations/c1/line': () =>
        isGone ? refuse(404, 'resource_not_found') : ok(line('c1', 3)),
      'POST /api/v1/agents/*/conversations/c1/replies': () => refuse(404, 'resource_not_found'),
    })
    const field = await screen.findByLabelText('Reply to Ana Silva')
    fireEvent.change(field, { target: { value: 'Sent too late' } })
    fireEvent.click(screen.getByRole('button', { name: /send/i }))
    expect(await screen.findByRole('button', { name: 'Send again' })).toBeTruthy()
    fireEvent.change(field, { target: { value: 'Half writ' } })
    isGone = true
    invalidate(client, ['getInboxLine'])
    const left = within(await screen.findByRole('region', { name: 'Your reply was not sent' }))
    expect(left.getByText(/Sent too late\s+Half writ/)).toBeTruthy()
    expect(left.getByRole('button', { name: 'Copy' })).toBeTruthy()
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(asks()).toBe(true)
    fireEvent.click(left.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByText('Your reply was not sent')).toBeNull()
    expect(asks()).toBe(false)
    expect(localStorage.getItem('baton.draft.c1')).toBeNull()
  })
})
