import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { ok, page, refuse } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const SOURCE = '0199c0de-0000-7000-8000-0000000000b1'
const at = '2026-01-01T00:00:00.000Z'
const source = {
  id: SOURCE,
  type: 'qa',
  title: 'Dogs',
  status: 'completed',
  is_draft: false,
  task_id: 'training',
  created_at: at,
  updated_at: at,
  url: null,
  progress: 100,
  error: null,
}
const open = (content: () => ReturnType<typeof ok>) =>
  renderRoute(`/agents/${AGENT}/sources?source=${SOURCE}`, {
    'GET /v1/agents/*': () => ok({ id: AGENT, name: 'Help desk', is_disabled: false, disabled_reason: null }),
    'GET /api/v1/agents/*/sources': () => page([source]),
    'GET /api/v1/agents/*/sources/*': () => ok(source),
    'GET /api/v1/agents/*/sources/*/content': content,
    'GET /api/v1/agents/*/drafts': () => ok([]),
  })

it('shows what the agent learnt from a source, and how often answers cite it', async () => {
  await open(() =>
    ok({
      type: 'qa',
      title: 'Dogs',
      version: 1,
      questions: [{ question: 'Are dogs allowed?', answer: 'Only on a leash.' }],
      passages: [{ text: 'Are dogs allowed? Only on a leash.' }],
      cited_90_days: 3,
      taught: null,
    }),
  )
  expect(await screen.findByText('Are dogs allowed?')).toBeTruthy()
  expect(screen.getByText('Only on a leash.')).toBeTruthy()
  expect(screen.getByText('1 passage, cited in 3 answers in the last 90 days.')).toBeTruthy()
})

it('says beside the text that it can’t be read, and leaves the rest of the panel as it is', async () => {
  await open(() => refuse(404, 'resource_not_found'))
  const region = await screen.findByRole('region', { name: 'What the agent learnt' })
  expect(await within(region).findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Train again' })).toBeTruthy()
})
