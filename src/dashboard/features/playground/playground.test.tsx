import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, page, refuse } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const model = { id: '0199c0de-0000-7000-8000-0000000000f1', name: 'Built-in', slug: 'built-in' }
const agent = { id: AGENT, name: 'Help desk', description: '', model, is_disabled: false, disabled_reason: null }
const noTrace = () => refuse(404, 'resource_not_found')

const openPlayground = (handlers: Handlers, search = '') =>
  renderRoute(`/agents/${AGENT}${search}`, {
    'GET /v1/agents/*': () => ok({ ...agent, human_intervention: false, only_human: false }),
    'GET /v1/agents/*/sources': () => page([]),
    'GET /v1/agents/*/conversations': () => page([]),
    'GET /v1/agents/*/webhook-endpoints': () => ok([]),
    'GET /api/v1/agents/*/stats': () => ok({}),
    'GET /api/v1/organizations/*/api-keys': () => ok([]),
    'GET /v1/agents/*/conversations/*': () => ok({ id: 'c1', status: 'open', response_mode: 'ai' }),
    'GET /api/v1/agents/*/conversations/*/messages/*/trace': noTrace,
    ...handlers,
  })

const said = (position: number, role: string, content = `Message ${position}`) => ({
  id: `m${position}`,
  content,
  role,
  action_required: false,
  action: null,
  created_at: '2026-03-01T10:00:00.000Z',
})

it('says in plain words that an agent for signed visitors can’t be tried here', async () => {
  const details = [{ field: 'identity_token', message: 'The identity_token field is required.' }]
  await openPlayground({ 'POST /v1/agents/*/conversations': () => refuse(422, 'validation_failed', details) })
  fireEvent.change(await screen.findByLabelText('Message as a visitor'), { target: { value: 'Hi' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('only talks to visitors your site has signed a token for')
  expect(within(notice).getByRole('link').getAttribute('href')).toBe(`/agents/${AGENT}/settings`)
  expect(screen.queryByText(/identity_token/)).toBeNull()
})

it('shows what comes after the first hundred messages', async () => {
  const messages = Array.from({ length: 100 }, (_, index) => said(index + 1, index % 2 ? 'visitor' : 'human'))
  await openPlayground(
    {
      'GET /v1/agents/*/conversations/c1/messages': ({ query }) => {
        const number = Number(query.get('page') ?? 1)
        const last = Math.ceil(messages.length / 100)
        return page(messages.slice((number - 1) * 100, number * 100), number, last)
      },
      'POST /v1/agents/*/conversations/c1/messages': ({ json }) => {
        const asked = said(101, 'visitor', String(json().content))
        messages.push(asked, said(102, 'assistant', 'From eight to nine.'))
        return ok(asked, 201)
      },
    },
    '?conversation=c1',
  )
  await screen.findByText('Message 100')
  fireEvent.change(screen.getByLabelText('Message as a visitor'), { target: { value: 'When is the pool open?' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('From eight to nine.')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByText('When is the pool open?')).toHaveLength(1))
  expect(screen.getByText('Message 1')).toBeTruthy()
})

it('says that a person was asked for where handing over is off, and leads to where it is turned on', async () => {
  const messages = [said(1, 'assistant', 'Hello'), said(2, 'visitor', 'A human please'), said(3, 'assistant', 'No.')]
  const trace = { citations: [], model: 'built-in', latency_ms: 20, decision: 'unknown', asked_for_person: true }
  await openPlayground(
    {
      'GET /v1/agents/*/conversations/c1/messages': () => page(messages),
      'GET /api/v1/agents/*/conversations/*/messages/m3/trace': () => ok(trace),
    },
    '?conversation=c1',
  )
  const why = await screen.findByRole('button', { name: 'A person was asked for, but handing over is off' })
  expect(screen.queryByText(/Found no answer/)).toBeNull()
  fireEvent.click(why)
  const panel = within(await screen.findByRole('dialog', { name: 'Why this answer' }))
  const link = await panel.findByRole('link', { name: 'Let it hand over' })
  expect(link.getAttribute('href')).toBe(`/agents/${AGENT}/settings#who-answers`)
})
