import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { sampleAgent } from '#dashboard/testing/sample-agent.ts'
import { type Handlers, ok, refuse } from '#dashboard/testing/test-server.ts'

const agentId = '0199c0de-0000-7000-8000-00000000000a'
const site = {
  id: '0199c0de-0000-7000-8000-00000000000b',
  url: 'https://example.com/',
  agent_id: agentId,
  include: [],
  exclude: [],
  schedule: 'off',
  hour: 3,
  weekday: 'monday',
  policy: 'ask',
  next_at: null,
  sources: 2,
  plan: null,
  problem: null,
  created_at: '2026-01-01T00:00:00Z',
}
const agent = { ...sampleAgent, id: agentId, name: 'Front desk' }

const plan = {
  ...{ id: '0199c0de-0000-7000-8000-00000000000c', status: 'applied', asks: [], broke: [], failed: 0, problem: null },
  ...{ counts: { added: 0, changed: 0, gone: 0, unchanged: 0 }, progress: { done: 0, total: 0 } },
  ...{ created_at: '2026-01-01T00:00:00Z', ended_at: '2026-01-01T00:00:00Z' },
}

const show = (changed: object = {}, others: Handlers = {}) =>
  renderRoute(`/agents/${agentId}/knowledge/websites/${site.id}`, {
    'GET /v1/agents/*': () => ok(agent),
    'GET /api/v1/organizations/*/sites/*': () => ok({ ...site, ...changed }),
    'GET /api/v1/organizations/*/sites/*/plans/*/pages': () => ok([]),
    'GET /api/v1/organizations/*/sites/*/plans/*/left-out': () =>
      ok([
        { url: 'https://example.com/gone', reason: 'not_found' },
        { url: 'https://example.com/private', reason: 'robots' },
      ]),
    'DELETE /api/v1/organizations/*/sites/*': () => ({ status: 204 }),
    ...others,
  })

it('asks before it is left with settings that are not saved', async () => {
  const { router } = await show()
  fireEvent.change(await screen.findByLabelText(/^Never these pages/), { target: { value: '/blog/**' } })
  fireEvent.click(screen.getAllByRole('link', { name: 'Websites' })[0]!)
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
  expect(router.state.location.pathname).toContain(site.id)
})

it('shows a plan that waits although a later crawl failed, and says that it did', async () => {
  const waiting = { ...plan, status: 'ready', ended_at: null, counts: { ...plan.counts, unchanged: 2 } }
  await show({ plan: waiting, problem: 'example.com answered 500.' })
  expect(await screen.findByText('Nothing to apply')).toBeTruthy()
  expect(screen.getByRole('note').textContent).toContain('failed. example.com answered 500.')
})

it('says that no page was found, and not that all is learnt', async () => {
  await show({ plan, sources: 0 })
  expect(await screen.findByText('No page to learn was found')).toBeTruthy()
  expect(screen.getByText('No page found')).toBeTruthy()
  expect([screen.queryByText('Learnt'), screen.queryByText('Nothing has changed')]).toEqual([null, null])
})

it('lists what was left out, with reasons', async () => {
  await show({ plan })
  expect(await screen.findByText('Left out: 2 addresses')).toBeTruthy()
  const list = within(screen.getByRole('list', { name: 'Left out' }))
  expect(list.getByText('Forbidden by robots.txt')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'not_found' } })
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['https://example.com/gone'])
})

it('keeps the list of what was left out where it cannot be fetched anew', async () => {
  let asked = 0
  const leftOut = [{ url: 'https://example.com/gone', reason: 'not_found' }]
  const { client } = await show(
    { plan },
    {
      'GET /api/v1/organizations/*/sites/*/plans/*/left-out': () =>
        asked++ === 0 ? ok(leftOut) : refuse(403, 'role_too_low'),
    },
  )
  expect(await screen.findByText('Left out: 1 address')).toBeTruthy()
  await client.invalidateQueries({ queryKey: ['listLeftOut'] })
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByText('Left out: 1 address')).toBeTruthy()
})

it('refuses a pattern that matches no path', async () => {
  await show()
  fireEvent.change(await screen.findByLabelText(/^Only these pages/), { target: { value: '/a/**\ndocs/**' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/lines that begin with/)).toBeTruthy()
})
