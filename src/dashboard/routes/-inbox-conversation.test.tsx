import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { invalidate } from '#dashboard/api/invalidation.ts'
import { chooseNothing } from '#dashboard/features/inbox/list/chosen.ts'
import {
  agent,
  agentId,
  beforeInboxTests,
  inbox,
  line,
  openConversation,
  thread,
} from '#dashboard/features/inbox/testing/inbox-server.ts'
import { sampleMessage } from '#dashboard/features/inbox/testing/samples.ts'
import { pressShortcut } from '#dashboard/testing/press-shortcut.ts'
import { ok, page, refuse } from '#dashboard/testing/test-server.ts'

beforeInboxTests()

describe('/inbox/$agentId/$conversationId', () => {
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

  it('tells first what was asked, answered, filled in and is lacking, and leads to it', async () => {
    const brief = {
      asked: [4, 3, 2, 1].map((at) => ({ position: `${at}.0`, content: `Question ${at}?` })),
      answered: [{ position: '2.0', sources: ['Tickets', 'Prices'] }],
      lacking: ['Can I bring my dog?'],
      forms: [{ name: 'Your details', fields: [{ label: 'Your phone', value: '123' }] }],
    }
    const whereabouts = { page_url: 'https://example.com/tickets', referrer: null, locale: null, user_agent: null }
    const messages = [sampleMessage(1), sampleMessage(2, { role: 'assistant' }), sampleMessage(3)]
    await openConversation({
      'GET /api/v1/agents/*/conversations/c1/thread': () => thread(messages, { brief, whereabouts }),
    })
    const title = await screen.findByRole('heading', { name: 'In short' })
    const details = title.closest('aside')!
    expect(details.querySelector('h2')).toBe(title)
    const part = (name: string) => within(screen.getByRole('heading', { name }).parentElement!)
    expect(
      part('Asked')
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Question 4?', 'Question 3?', 'Question 2?', 'Question 1?']])
    expect(part('Asked').getByText('1 more')).toBeTruthy()
    const link = part('Answered by the AI').getByRole('link', { name: 'From Tickets · Prices' })
    expect(link.getAttribute('href')).toBe(`/inbox/${agentId}/c1#line-2.0`)
    expect(part('Not in the sources').getByText('Can I bring my dog?')).toBeTruthy()
    expect(part('Filled in: Your details').getByText('Your phone: 123')).toBeTruthy()
    // Once, and not again among what is known of the visitor's browser.
    expect(within(details).getByText('example.com/tickets').closest('div')?.textContent).toContain('On the page')
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

  it('says that it is closed, and what became of reopening it, to whoever has gone on meanwhile', async () => {
    let attempts = 0
    const { router } = await openConversation({
      'PATCH /v1/agents/*/conversations/c1': (request) => {
        attempts += 1
        if (attempts === 1) return { cut: true } // so that it is repeated a moment later
        const { status } = request.json()
        return status === 'open' ? refuse(423, 'agent_unavailable') : ok(line('c1', 3, { status }))
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(attempts).toBe(1))
    await router.navigate({ to: '/inbox', search: {} })
    expect(await screen.findByText('Conversation closed')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/inbox')
    fireEvent.click(screen.getByRole('button', { name: 'Reopen' }))
    expect(await screen.findByText('The conversation was not reopened')).toBeTruthy()
  })

  it('is snoozed again when closing it is taken back', async () => {
    const until = '2999-01-01T09:00:00.000Z'
    const asleep = { response_mode: 'human', snoozed_until: until }
    let snoozedUntil: unknown
    await openConversation({
      'GET /api/v1/organizations/*/inbox': () => inbox([line('c1', 3, asleep)]),
      'GET /api/v1/agents/*/conversations/c1/line': () => ok(line('c1', 3, asleep)),
      'PATCH /v1/agents/*/conversations/c1': (request) =>
        ok(line('c1', 3, { ...asleep, ...request.json(), snoozed_until: null })),
      'PATCH /api/v1/agents/*/conversations/c1/snooze': (request) => {
        snoozedUntil = request.json().until
        return ok(line('c1', 3, asleep))
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
    const told = await screen.findByText('Conversation closed')
    fireEvent.click(within(told.closest('li')!).getByRole('button', { name: 'Reopen' }))
    await waitFor(() => expect(snoozedUntil).toBe(until))
  })

  it('says so when the agent is disabled', async () => {
    const disabled = { ...agent, is_disabled: true, disabled_reason: 'On holiday' }
    await openConversation({ 'GET /v1/organizations/*/agents': () => page([disabled]) })
    expect(await screen.findByText('On holiday')).toBeTruthy()
    expect((screen.getByRole('button', { name: 'Take over' }) as HTMLButtonElement).disabled).toBe(true)
  })

  it('is not given back to the AI where only people answer', async () => {
    const people = { ...agent, only_human: true }
    const taken = line('c1', 3, { response_mode: 'human' })
    await openConversation({
      'GET /v1/organizations/*/agents': () => page([people]),
      'GET /v1/agents/*': () => ok(people),
      'GET /api/v1/organizations/*/inbox': () => inbox([taken]),
      'GET /api/v1/agents/*/conversations/c1/line': () => ok(taken),
    })
    await screen.findByRole('button', { name: 'Close' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Back to AI' })).toBeNull())
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose Ana Silva' }))
    const bar = within(await screen.findByRole('region', { name: 'Chosen conversations' }))
    expect(bar.getByRole('button', { name: /^Close/ })).toBeTruthy()
    expect(bar.queryByRole('button', { name: 'Back to AI' })).toBeNull()
    chooseNothing()
  })

  it('names what goes before deleting, and leaves', async () => {
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

  it('says nothing of labels, and creates none, before it knows which there are', async () => {
    await openConversation({ 'GET /api/v1/organizations/*/labels': () => ({ hang: true }) })
    await screen.findByLabelText('Reply to Ana Silva')
    await pressShortcut('l')
    const dialog = within(await screen.findByRole('dialog', { name: 'Labels of the conversation' }))
    fireEvent.change(await dialog.findByRole('combobox'), { target: { value: 'Refund' } })
    expect(dialog.queryByRole('option')).toBeNull()
    expect(dialog.queryByText(/^No label/)).toBeNull()
  })
})
