import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, refuse } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const CONVERSATION = '0199c0de-0000-7000-8000-0000000000c1'
const time = '2026-11-20T10:00:00.000Z'
const number = (value: number | null, parts?: Record<string, number>) => ({
  ...{ value, before: value === null ? null : value / 2, how: 'As one would.' },
  ...(parts && { parts }),
})
const overview = {
  ...{ from: time, to: time, before_from: time, time_zone: 'UTC' },
  numbers: {
    conversations: number(40),
    new_visitors: number(30),
    answered_alone: number(30, { confirmed: 10, silent: 19, reopened: 1 }),
    handed_over: number(8, { asked_for_person: 8, no_answer: 0 }),
    unknown: number(2),
    first_human_reply: number(420, { median: 420, p90: 4_800 }),
    waiting: number(3),
    ratings: number(12, { good: 9, bad: 3 }),
    gaps: number(2),
  },
  own_key_replies: 1_200,
  suggestions: { sent: 3, edited: 2, discarded: 5 },
  series: [{ at: time, conversations: 40, answered_alone: 30, handed_over: 8, unknown: 2 }],
  sources: {
    most: [{ id: AGENT, agent_id: AGENT, title: 'House guide', type: 'text', answers: 7 }],
    ...{ never: [], never_count: 0 },
  },
  load: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 1)),
}
const line = {
  ...{ id: CONVERSATION, session_id: AGENT, origin: 'widget', status: 'open', response_mode: 'human', agent_id: AGENT },
  chat_user: { id: 'mia', name: 'Mia', email: null, is_identity_verified: false },
  ...{ created_at: time, updated_at: time, waiting_since: time, message_count: 3, read_count: 3, question: null },
  last_message: { role: 'visitor', excerpt: '**Is** anybody `there`?', created_at: time },
  ...{ assignee: null, labels: [], snoozed_until: null },
}
const render = (path: string, handlers: Handlers = {}) =>
  renderRoute(path, { 'GET /api/v1/organizations/*/overview': () => ok(overview), ...handlers })
/** A website whose latest plan is in a state, with as many changed pages. */
const siteWith = (url: string, status: string, changed = 0) => ({
  ...{
    id: CONVERSATION,
    url,
    agent_id: AGENT,
    include: [],
    exclude: [],
    schedule: 'daily',
    hour: 3,
    weekday: 'monday',
  },
  ...{ policy: 'ask', next_at: null, sources: 9, created_at: time },
  plan: {
    ...{ id: AGENT, status, counts: { added: 1, changed, gone: 0, unchanged: 9 }, asks: ['policy'], broke: [] },
    ...{ progress: { done: 0, total: 0 }, failed: 0, problem: null, created_at: time, ended_at: null },
  },
})

describe('/overview', () => {
  it('tells what happened, as charts and as a table', async () => {
    await render('/overview')
    const conversations = await screen.findByRole('link', { name: 'Conversations' })
    expect(conversations.getAttribute('href')).toContain('number=conversations')
    expect(await screen.findByText('7 min')).toBeTruthy()
    expect(screen.getByText('1,200 · billed by their providers, not in credits')).toBeTruthy()
    expect(await screen.findByText('nine of ten within 1 h 20 min')).toBeTruthy()
    expect((await screen.findByRole('link', { name: 'House guide' })).getAttribute('href')).toContain(AGENT)
    const part = await screen.findByRole('link', { name: 'Asked for a person' })
    expect(part.getAttribute('href')).toContain('part=asked_for_person')
    expect(screen.queryByRole('link', { name: 'The AI had no answer' })).toBeNull() // nothing is told of nothing
    fireEvent.click(screen.getAllByRole('button', { name: 'Table' })[0]!)
    const table = await screen.findByRole('table', { name: 'Conversations' })
    expect(within(table).getByRole('cell', { name: '40' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'CSV' })).toBeTruthy()
  })

  it('names the websites that wait for somebody', async () => {
    const sites = [siteWith('https://shop.example/', 'ready', 2), siteWith('https://help.example/', 'applied')]
    await render('/overview', { 'GET /api/v1/organizations/*/sites': () => ok(sites) })
    const link = await screen.findByRole('link', { name: 'shop.example 3 changes to review' })
    expect(link.getAttribute('href')).toContain(`/knowledge/websites/${CONVERSATION}`)
    expect(screen.queryByText('help.example')).toBeNull()
  })

  it('asks for what the address says, and opens the conversations behind a number', async () => {
    const asked: string[] = []
    const { router } = await render('/overview?range=30d&channel=widget', {
      'GET /api/v1/organizations/*/overview': ({ query }) => {
        asked.push(query.toString())
        return ok(overview)
      },
      'GET /api/v1/organizations/*/overview/conversations': () => ok({ items: [line], next_cursor: null }),
    })
    fireEvent.click(await screen.findByRole('link', { name: 'Waiting now' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Waiting now' }))
    expect((await panel.findByRole('link', { name: 'Mia' })).getAttribute('href')).toContain(CONVERSATION)
    expect(panel.getByText('Is anybody there?')).toBeTruthy()
    expect(panel.getByText(/^Waiting \d+/)).toBeTruthy()
    expect(panel.getByText('As one would.')).toBeTruthy()
    expect(asked[0]).toBe('range=30d&channel=widget')
    fireEvent.click(panel.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '30d', channel: 'widget' }))
    fireEvent.click(screen.getByRole('radio', { name: '90 days' }))
    await waitFor(() => expect(asked).toContain('range=90d&channel=widget'))
  })

  it('says that nothing happened', async () => {
    const none = { ...overview.numbers, conversations: number(0), waiting: number(0) }
    const { client } = await render('/overview', {
      'GET /api/v1/organizations/*/overview': () => ok({ ...overview, numbers: none }),
    })
    expect(await screen.findByText('No conversations yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Choose an agent to try' }).getAttribute('href')).toBe('/agents')
    client.clear()
  })

  it('says what went wrong', async () => {
    await render('/overview', { 'GET /api/v1/organizations/*/overview': () => refuse(403, 'forbidden') })
    expect(await screen.findByRole('alert')).toBeTruthy()
  })
})
