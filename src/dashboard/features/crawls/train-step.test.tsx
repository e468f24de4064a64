import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { forgetTab } from '#dashboard/lib/tab-store.ts'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, page } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const PAGE = 'https://example.com/help'
const source = { id: '0199c0de-0000-7000-8000-0000000000b1', agent_id: AGENT, error: null, url: PAGE }

afterEach(forgetTab)

const openCrawl = (handlers: Handlers) =>
  renderRoute('/crawls/task', {
    'GET /api/v1/organizations/*/crawls/*': () =>
      ok({ task_id: 'task', status: 'completed', url: 'https://example.com/', urls: [PAGE], skipped: [] }),
    ...handlers,
  })

it('shows in any browser how the training of a crawl’s pages goes', async () => {
  await openCrawl({
    'GET /api/v1/organizations/*/crawls/*/sources': () => ok([{ ...source, status: 'processing' }]),
  })
  expect(await screen.findByText('Training on 1 page')).toBeTruthy()
  expect(screen.queryByText(/pages? chosen/)).toBeNull()
})

it('lets one choose where no page has become a source', async () => {
  await openCrawl({
    'GET /api/v1/organizations/*/crawls/*/sources': () => ok([]),
    'GET /v1/organizations/*/agents': () => page([]),
    'GET /api/v1/organizations/*': () => ok({ usage: { urls: { used: 0, limit: 10 } } }),
  })
  expect(await screen.findByText('1 page chosen')).toBeTruthy()
})
