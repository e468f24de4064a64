import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute, testOrganization } from '#dashboard/testing/render-route.tsx'
import { ok } from '#dashboard/testing/test-server.ts'
import { rememberCrawl } from './crawl-memory.ts'

it('says of a crawl that failed why', async () => {
  const crawl = { taskId: 'task', url: 'https://docs.exampel.org/', startedAt: new Date().toISOString() }
  rememberCrawl(testOrganization.id, crawl)
  const error = 'There is no host named docs.exampel.org. Check the address for a typing mistake.'
  const progress = { visited: 0, found: 0, waiting: 0 }
  await renderRoute('/crawls', {
    'GET /api/v1/organizations/*/crawls/*/report': () =>
      ok({ task_id: 'task', status: 'failed', url: crawl.url, error, progress, skipped: [] }),
  })
  expect(await screen.findByText(error)).toBeTruthy()
})
