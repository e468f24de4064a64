import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderRoute, testOrganization } from '#dashboard/testing/render-route.tsx'
import { ok, page, refuse } from '#dashboard/testing/test-server.ts'

const model = { id: '0199c0de-0000-7000-8000-0000000000f1', name: 'Built-in', slug: 'baton-built-in' }
const agent = {
  id: '0199c0de-0000-7000-8000-0000000000a1',
  name: 'Help desk',
  description: 'Answers questions.',
  model,
  human_intervention: true,
  only_human: false,
  is_disabled: true,
  disabled_reason: 'On holiday',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  counts: { waiting: 2, open: 5, gaps: 3, sources: 1_200, last_activity_at: '2026-01-01T00:00:00.000Z' },
}
const models = [
  {
    ...model,
    is_premium: false,
    is_configured: true,
    group: 'built_in',
    account: null,
    credits: 1,
    context_length: null,
    calls_tools: true,
  },
]

describe('/agents', () => {
  it('lists the agents with state and who answers', async () => {
    await renderRoute('/agents', { 'GET /api/v1/organizations/*/agents': () => page([agent]) })
    const row = (await screen.findByRole('link', { name: 'Help desk' })).closest('tr')!
    expect(within(row).getByText('Disabled')).toBeTruthy()
    expect(within(row).getByText('On holiday')).toBeTruthy()
    expect(within(row).getByText('AI, then people')).toBeTruthy()
    expect(within(row).getByText('1,200')).toBeTruthy()
    const waiting = within(row).getByRole('link', { name: '2 waiting for a person' })
    expect(waiting.getAttribute('href')).toBe(`/inbox?view=unassigned&agent=${agent.id}`)
    const gaps = within(row).getByRole('link', { name: '3 open gaps' })
    expect(gaps.getAttribute('href')).toBe(`/agents/${agent.id}/knowledge/gaps`)
  })

  it('asks for what the address filters by, and puts a change there', async () => {
    const asked: string[] = []
    const { router } = await renderRoute('/agents?status=disabled&page=2', {
      'GET /api/v1/organizations/*/agents': ({ query }) => {
        asked.push(query.toString())
        return page([agent], 2, 2)
      },
    })
    const state = await screen.findByLabelText<HTMLSelectElement>('State')
    await waitFor(() => expect(asked).toContain('status=disabled&page=2'))
    fireEvent.change(state, { target: { value: 'active' } })
    await waitFor(() => expect(router.state.location.search).toMatchObject({ status: 'active' }))
    await waitFor(() => expect(asked).toContain('status=active'))
  })

  it('offers the first step where there is nothing', async () => {
    await renderRoute('/agents')
    expect(await screen.findByText('No agents yet')).toBeTruthy()
  })

  it('says what went wrong, with the request id', async () => {
    await renderRoute('/agents', { 'GET /api/v1/organizations/*/agents': () => refuse(403, 'premium_required') })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('The premium plan is needed')).toBeTruthy()
    expect(within(alert).getByRole('button', { name: /Copy request id/ })).toBeTruthy()
  })

  it('leads back to the others from one that is not there', async () => {
    const { router } = await renderRoute(`/agents/${agent.id}`, {
      'GET /v1/agents/*': () => refuse(404, 'resource_not_found'),
    })
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('There is nothing here')).toBeTruthy()
    fireEvent.click(alert.getByRole('link', { name: 'All agents' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/agents'))
  })

  it('says that a page is past the end, and leads to the first', async () => {
    const { router } = await renderRoute('/agents?page=99', {
      'GET /api/v1/organizations/*/agents': ({ query }) => {
        const { body } = page(query.get('page') ? [] : [agent], 99)
        return { body: { ...(body as object), meta: { current_page: 99, per_page: 25, total: 1, last_page: 1 } } }
      },
    })
    expect(await screen.findByText('There are not that many agents')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'First page' }))
    expect(await screen.findByRole('link', { name: 'Help desk' })).toBeTruthy()
    expect(router.state.location.search).toEqual({})
  })

  it('names the agent on its path and its six screens, and never shows a raw id for a name', async () => {
    await renderRoute(`/agents/${agent.id}/settings`, {
      'GET /v1/agents/*': () => ok({ ...agent, is_disabled: false }),
      'GET /api/v1/agents/*/settings': () =>
        ok({ is_disabled: false, disabled_reason: null, instructions: '', greeting: '', identity_mode: 'optional' }),
      'GET /api/v1/agents/*/actions': () => ok([]),
      'GET /api/v1/organizations/*/mailboxes': () => ok([]),
      'GET /api/v1/organizations/*/ai-models': () => ok(models),
    })
    const path = (await screen.findByText('/')).parentElement!
    expect(path.textContent).toBe('Agents/Help desk')
    const tabs = within(screen.getByRole('navigation', { name: 'Agent' }))
    const names = ['Overview', 'Playground', 'Knowledge', 'Chat widget', 'Developers', 'Settings']
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(names)
  })

  it('names what copies an id by what is written on it', async () => {
    await renderRoute(`/agents/${agent.id}/settings`, {
      'GET /v1/agents/*': () => ok({ ...agent, is_disabled: false }),
      'GET /api/v1/agents/*/settings': () =>
        ok({ is_disabled: false, disabled_reason: null, instructions: '', greeting: '', identity_mode: 'optional' }),
      'GET /api/v1/agents/*/actions': () => ok([]),
      'GET /api/v1/organizations/*/mailboxes': () => ok([]),
      'GET /api/v1/organizations/*/ai-models': () => ok(models),
    })
    const copy = await screen.findByRole('button', { name: /^Copy agent id/ })
    expect(copy.getAttribute('aria-label')).toContain(copy.textContent)
  })

  it('says that the account of its model can’t be used', async () => {
    const writer = { id: '0199c0de-0000-7000-8000-0000000000f2', name: 'Writer', slug: 'writer' }
    const error = { code: 'key_refused', message: 'Models refuses this key.', since: agent.created_at }
    const accounts = [
      { models: [model], error: null },
      { models: [writer], error },
    ]
    await renderRoute(`/agents/${agent.id}`, {
      'GET /v1/agents/*': () => ok({ ...agent, model: writer, is_disabled: false }),
      'GET /v1/agents/*/sources': () => page([]),
      'GET /api/v1/organizations/*/model-accounts': () => ok(accounts),
      'GET /api/v1/agents/*/gaps': () => page([]),
      'GET /api/v1/agents/*/widget-sightings': () => ok({ seen: [], refused: [] }),
      'GET /api/v1/agents/*/settings': () => ok({ identity_mode: 'off' }),
      'GET /api/v1/agents/*/actions': () => ok([]),
      'GET /api/v1/organizations/*/mailboxes': () => ok([]),
    })
    const told = await screen.findByText(/Models refuses this key\. Until then the built-in model answers/)
    expect(told.textContent).toContain('in place of Writer.')
    expect(within(told).getByRole('link').getAttribute('href')).toBe('/settings/models')
  })

  it('leads from the steps of getting started to where each is done', async () => {
    const { router } = await renderRoute(`/agents/${agent.id}`, {
      'GET /v1/agents/*': () => ok({ ...agent, is_disabled: false, human_intervention: false }),
      'GET /v1/agents/*/sources': () => page([]),
      'GET /api/v1/agents/*/gaps': () => page([]),
      'GET /api/v1/agents/*/widget-sightings': () => ok({ seen: [], refused: [] }),
      'GET /api/v1/agents/*/settings': () =>
        ok({ is_disabled: false, disabled_reason: null, instructions: '', greeting: '', identity_mode: 'optional' }),
      'GET /api/v1/agents/*/actions': () => ok([]),
      'GET /api/v1/organizations/*/mailboxes': () => ok([]),
    })
    const tabs = within(await screen.findByRole('navigation', { name: 'Agent' }))
    fireEvent.click(tabs.getByRole('link', { name: 'Playground' }))
    const question = await screen.findByRole('textbox', { name: 'Message as a visitor' })
    await waitFor(() => expect(document.activeElement).toBe(question))
    fireEvent.click(tabs.getByRole('link', { name: 'Overview' }))
    fireEvent.click(await screen.findByRole('link', { name: 'Say when people step in' }))
    const heading = await screen.findByRole('heading', { name: 'Who answers' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(router.state.location.hash).toBe('who-answers')
  })

  it.each([
    ['failed', 'It could not be learnt: see why'],
    ['processing', 'Learning…'],
    ['completed', 'Trained'],
  ])('says on the first run what became of the only source, which is %s', async (status, words) => {
    await renderRoute(`/agents/${agent.id}`, {
      'GET /v1/agents/*': () => ok({ ...agent, is_disabled: false }),
      'GET /api/v1/agents/*/source-totals': () =>
        ok({ pending: 0, processing: 0, completed: 0, failed: 0, [status]: 1 }),
      'GET /v1/agents/*/sources': () => page([]),
      'GET /api/v1/agents/*/gaps': () => page([]),
      'GET /api/v1/agents/*/settings': () => ok({ starters: [] }),
      'GET /api/v1/agents/*/widget-sightings': () => ok({ seen: [], refused: [] }),
    })
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('creates one: the server’s word on a field lands on it, then the agent opens', async () => {
    const bodies: unknown[] = []
    const { router } = await renderRoute('/agents?new=true', {
      'GET /api/v1/organizations/*/ai-models': () => ok(models),
      'POST /v1/organizations/*/agents': (request) => {
        expect(request.path).toContain(testOrganization.id)
        bodies.push(request.json())
        return bodies.length === 1
          ? refuse(422, 'validation_failed', [{ field: 'name', message: 'is taken' }])
          : ok(agent, 201)
      },
      'GET /v1/agents/*': () => ok(agent),
      'GET /v1/agents/*/sources': () => page([]),
      'GET /api/v1/agents/*/gaps': () => page([]),
      'GET /api/v1/agents/*/settings': () => ok({ starters: [] }),
      'GET /api/v1/agents/*/widget-sightings': () => ok({ seen: [], refused: [] }),
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'New agent' }))
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Help desk' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Create agent' }))
    expect(await dialog.findByText('Is taken.')).toBeTruthy()
    expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
    fireEvent.click(dialog.getByRole('button', { name: 'Create agent' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/agents/${agent.id}`))
    expect(bodies[1]).toEqual({ name: 'Help desk', description: '' })
  })
})
