import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, page, refuse } from '#dashboard/testing/test-server.ts'

const TASK = '0199c0de-0000-7000-8000-00000000000d'
const agent = { id: '0199c0de-0000-7000-8000-00000000000a', name: 'Front desk', is_disabled: false, status: 'active' }
const crawl = {
  ...{ task_id: TASK, url: 'https://example.com/', status: 'completed', found: 2 },
  ...{ started_by: { type: 'key', id: agent.id, name: 'Nightly' }, created_at: '2026-01-01T00:00:00Z' },
}
const urls = ['https://example.com/help/returns', 'https://example.com/help/sizes']
const result = { urls, skipped_urls: [], stats: { total_urls: 2 } }

const handlers: Handlers = {
  'GET /v1/organizations/*/agents': () => page([agent]),
  'GET /v1/organizations/*/crawls/*': () => ok({ task_id: TASK, status: 'completed', result }),
  'GET /api/v1/organizations/*/crawls/*': () =>
    ok({ ...crawl, left_out: [{ url: 'https://example.com/gone', reason: 'not_found' }] }),
  'GET /api/v1/organizations/*/crawls': () => page([crawl]),
  'GET /api/v1/organizations/*/sites': () => ok([]),
  'GET /api/v1/agents/*/source-addresses': () => ok([]),
  'GET /api/v1/agents/*/sources': () => page([]),
}

it('lists every crawl with who has started it, and asks for none again that has ended', async () => {
  let asked = 0
  const one = handlers['GET /v1/organizations/*/crawls/*']!
  await renderRoute('/crawls', {
    ...handlers,
    'GET /v1/organizations/*/crawls/*': (request) => {
      asked += 1
      return one(request)
    },
  })
  const row = within(await screen.findByRole('table', { name: 'Crawls' }))
  expect(await row.findByText('Started by the API key “Nightly”')).toBeTruthy()
  expect(row.getByRole('link').getAttribute('href')).toContain(TASK)
  expect(asked).toBe(0)
})

it('learns the pages that are chosen, and follows them from then on', async () => {
  let known: string[] = []
  await renderRoute(`/crawls/${TASK}`, {
    ...handlers,
    'GET /api/v1/agents/*/source-addresses': () => ok(known),
    'POST /v1/agents/*/sources': ({ json }) => {
      known = json().urls as string[]
      return ok([], 201)
    },
  })
  expect(await screen.findByText('Left out: 1 address')).toBeTruthy()
  expect(await screen.findByText('2 of 2 pages chosen')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/^Search, or a pattern/), { target: { value: 'sizes' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Choose none of these' }))
  fireEvent.click(screen.getByRole('button', { name: 'Learn 1 page' }))
  expect(await screen.findByText('Front desk has learnt 1 page')).toBeTruthy()
  expect(known).toEqual([urls[0]])
  expect(await screen.findByText('What Front desk could learn besides')).toBeTruthy()
})

it('keeps what is not learnt on offer when the server refuses it', async () => {
  await renderRoute(`/crawls/${TASK}`, {
    ...handlers,
    'POST /v1/agents/*/sources': () => refuse(422, 'subscription_limit_exceeded'),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Learn 2 pages' }))
  expect(await screen.findByText(/Not all pages were added/)).toBeTruthy()
  expect(screen.getByText('2 of 2 pages chosen')).toBeTruthy()
})

it('keeps the choice of pages when the server refuses them', async () => {
  await renderRoute(`/crawls/${TASK}`, {
    ...handlers,
    'POST /v1/agents/*/sources': () => refuse(422, 'subscription_limit_exceeded'),
  })
  fireEvent.change(await screen.findByLabelText(/^Search, or a pattern/), { target: { value: 'sizes' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Choose none of these' }))
  fireEvent.click(screen.getByRole('button', { name: 'Learn 1 page' }))
  expect(await screen.findByText(/Not all pages were added/)).toBeTruthy()
  expect(screen.getByText('1 of 2 pages chosen')).toBeTruthy()
})

it('asks for the agent where there are several, and remembers it in the address', async () => {
  const other = { ...agent, id: '0199c0de-0000-7000-8000-00000000000e', name: 'Shop' }
  const { router } = await renderRoute(`/crawls/${TASK}`, {
    ...handlers,
    'GET /v1/organizations/*/agents': () => page([agent, other]),
  })
  const field = await screen.findByLabelText('Agent')
  expect(screen.queryByRole('button', { name: /^Learn/ })).toBeNull()
  fireEvent.change(field, { target: { value: other.id } })
  expect(await screen.findByText('What Shop is to learn')).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toMatchObject({ agent: other.id }))
})
