import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { sampleAgent } from '#dashboard/testing/sample-agent.ts'
import { ok, page } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const at = '2026-01-01T00:00:00.000Z'
const source = {
  id: '0199c0de-0000-7000-8000-0000000000b1',
  type: 'url',
  title: 'Prices',
  status: 'failed',
  task_id: 'training',
  created_at: at,
  updated_at: at,
  url: 'https://example.com/prices',
  progress: 0,
  error: 'No answer.',
}

// Rows are shown as far as they are in view, and the test's document has no layout.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 800 })

it('says which source could not be trained again, when there is nobody to train it', async () => {
  await renderRoute(`/agents/${AGENT}/knowledge/sources`, {
    'GET /v1/agents/*': () => ok({ ...sampleAgent, id: AGENT }),
    'GET /api/v1/agents/*/sources': () => page([source]),
    'GET /api/v1/agents/*/drafts': () => ok([]),
    'GET /api/v1/agents/*/source-totals': () => ok({ pending: 0, processing: 0, completed: 0, failed: 1 }),
    'POST /api/v1/agents/*/sources/bulk': () => ({ cut: true }),
  })
  const [again] = await screen.findAllByRole('button', { name: 'Train again: Prices' })
  await act(async () => void fireEvent.click(again!))
  expect(await screen.findByText('“Prices” is not being trained again')).toBeTruthy()
  expect(screen.getByText(/^The server could not be reached\. Check/)).toBeTruthy()
})
