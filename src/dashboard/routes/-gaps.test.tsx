import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { sampleAgent } from '#dashboard/testing/sample-agent.ts'
import { type Handlers, ok, page, refuse } from '#dashboard/testing/test-server.ts'

const AGENT = sampleAgent.id
const CONVERSATION = '0199c0de-0000-7000-8000-0000000000c1'
const time = '2026-01-01T00:00:00.000Z'
const agent = sampleAgent
const gap = {
  id: '0199c0de-0000-7000-8000-0000000000e1',
  question: 'Can I bring my dog?',
  ...{ count: 3, visitors: 2, conversations: 1, first_at: time, last_at: time, state: 'open' },
}
const message = { message_id: '0199c0de-0000-7000-8000-0000000000d1', conversation_id: CONVERSATION }
const address = `/agents/${AGENT}/knowledge/gaps`
const render = (path: string, handlers: Handlers) =>
  renderRoute(path, { 'GET /v1/agents/*': () => ok(agent), ...handlers })

describe('/agents/$agentId/knowledge/gaps', () => {
  it('lists open gaps by how often they were asked, and as the address says', async () => {
    const asked: string[] = []
    const { router } = await render(address, {
      'GET /api/v1/agents/*/gaps': ({ query }) => {
        asked.push(query.toString())
        return page([gap])
      },
    })
    expect(await screen.findByRole('link', { name: gap.question })).toBeTruthy()
    expect(asked.sort()).toEqual(['sort=count&state=answered_now', 'sort=count&state=open'])
    expect(await screen.findByRole('link', { name: '1 more is answered by now' })).toBeTruthy()
    fireEvent.change(screen.getByLabelText('State'), { target: { value: 'all' } })
    fireEvent.change(screen.getByLabelText('Order'), { target: { value: 'last' } })
    await waitFor(() => expect(asked).toContain('sort=last'))
    expect(router.state.location.search).toMatchObject({ state: 'all', sort: 'last' })
  })

  it('shows the questions of one with their conversations, dismisses it, and undoes that', async () => {
    let state = 'open'
    await render(`${address}?gap=${gap.id}`, {
      'GET /api/v1/agents/*/gaps': () => page([{ ...gap, state }]),
      'GET /api/v1/agents/*/gaps/*': () =>
        ok({ ...gap, state, messages: [{ ...message, question: 'Are dogs allowed?', asked_at: time }] }),
      'PATCH /api/v1/agents/*/gaps/*': ({ json }) => {
        state = String(json().state)
        return ok({ ...gap, state })
      },
    })
    const panel = within(await screen.findByRole('dialog', { name: gap.question }))
    const link = await panel.findByRole('link', { name: 'Are dogs allowed?' })
    expect(link.getAttribute('href')).toContain(`/inbox/${AGENT}/${CONVERSATION}`)
    expect(panel.getByText('3 questions of 2 visitors in 1 conversation')).toBeTruthy()
    fireEvent.click(panel.getByRole('button', { name: 'Dismiss' }))
    expect(await panel.findByRole('button', { name: 'Open again' })).toBeTruthy()
    fireEvent.click(await screen.findByText('Undo'))
    expect(await panel.findByRole('button', { name: 'Dismiss' })).toBeTruthy()
  })

  it('writes numbers as the reader does', async () => {
    const format = vi.spyOn(Number.prototype, 'toLocaleString').mockImplementation(function (this: number, locales) {
      return new Intl.NumberFormat(locales ?? 'de').format(this)
    })
    onTestFinished(() => format.mockRestore())
    const often = { ...gap, count: 3_000, visitors: 2_000 }
    await render(`${address}?gap=${gap.id}`, {
      'GET /api/v1/agents/*/gaps': () => page([often]),
      'GET /api/v1/agents/*/gaps/*': () => ok({ ...often, messages: [] }),
    })
    expect(await screen.findByText('3.000 questions of 2.000 visitors in 1 conversation')).toBeTruthy()
    expect(await screen.findByText('asked 3.000 times')).toBeTruthy()
    expect(await screen.findByText('2.000')).toBeTruthy()
  })

  it('says that a dismissal was not undone, also once the panel is closed', async () => {
    const answers = [ok({ ...gap, state: 'dismissed' }), refuse(403, 'forbidden')]
    await render(`${address}?gap=${gap.id}`, {
      'GET /api/v1/agents/*/gaps': () => page([gap]),
      'GET /api/v1/agents/*/gaps/*': () => ok({ ...gap, messages: [] }),
      'PATCH /api/v1/agents/*/gaps/*': () => answers.shift()!,
    })
    const panel = within(await screen.findByRole('dialog', { name: gap.question }))
    fireEvent.click(await panel.findByRole('button', { name: 'Dismiss' }))
    const undo = await screen.findByText('Undo')
    fireEvent.click(panel.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(undo)
    expect((await screen.findAllByText('It was not undone')).length).toBeGreaterThan(0)
  })

  it('says that there are none', async () => {
    await render(address, { 'GET /api/v1/agents/*/gaps': () => page([]) })
    expect(await screen.findByText('No open gaps')).toBeTruthy()
  })

  it('says what went wrong', async () => {
    await render(address, { 'GET /api/v1/agents/*/gaps': () => refuse(403, 'forbidden') })
    expect(await screen.findByRole('alert')).toBeTruthy()
  })
})
