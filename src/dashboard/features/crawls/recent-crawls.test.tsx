import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { ok } from '#dashboard/testing/test-server.ts'

const crawl = {
  task_id: 'task',
  url: 'https://docs.example.com/',
  status: 'completed',
  error: null,
  found: 12,
  sources: { total: 0, trained: 0, failed: 0 },
  created_at: '2026-03-01T10:00:00.000Z',
}
const sources = (total: number, trained: number, failed: number) => ({ sources: { total, trained, failed } })

it('says what became of each crawl, whoever began it, and why one failed', async () => {
  const error = 'There is no host named docs.exampel.org. Check the address for a typing mistake.'
  await renderRoute('/crawls', {
    'GET /api/v1/organizations/*/crawls': () =>
      ok([
        { ...crawl, task_id: '1', status: 'failed', error },
        { ...crawl, task_id: '2' },
        { ...crawl, task_id: '3', ...sources(5, 3, 1) },
        { ...crawl, task_id: '4', ...sources(5, 5, 0) },
        { ...crawl, task_id: '5', ...sources(5, 4, 1) },
      ]),
  })
  expect(await screen.findByText(error)).toBeTruthy()
  for (const state of [
    'Failed',
    '12 pages found',
    '3 of 5 sources trained',
    '5 sources trained',
    '5 sources, 1 failed',
  ])
    expect(screen.getAllByText(state).length, state).toBeGreaterThan(0)
})
