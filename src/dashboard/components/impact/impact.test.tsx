import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { sampleAgent } from '#dashboard/testing/sample-agent.ts'
import { type Handlers, ok, page, refuse } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const SOURCE = '0199c0de-0000-7000-8000-0000000000b1'
const IMPACT = '0199c0de-0000-7000-8000-0000000000c1'
const at = '2026-01-01T00:00:00.000Z'
const source = {
  ...{ id: SOURCE, type: 'text', title: 'Breakfast', status: 'completed', is_draft: false, task_id: 'training' },
  ...{ created_at: at, updated_at: at, url: null, progress: 100, error: null },
}
const given = (decision: string, reply: string) => ({ decision, reply, citations: [] })
const found = {
  ...{ id: IMPACT, status: 'done', answers_90_days: 2, conversations_90_days: 2, last_cited_at: at },
  ...{ total: 3, asked: 3 },
  becomes: [
    {
      ...{ message_id: 'm1', conversation_id: 'c1', question: 'Is there coffee?', verdict: 'same' },
      ...{ before: given('answered', 'All day.'), after: given('answered', 'All day.') },
    },
    {
      ...{ message_id: 'm2', conversation_id: 'c2', question: 'When is breakfast?', verdict: 'changed' },
      ...{ before: given('answered', 'At seven.'), after: given('unknown', 'I do not know.') },
    },
  ],
  checks: [
    {
      ...{ check_id: 'k1', question: 'When do you serve breakfast?', change: 'broke' },
      ...{ before: given('answered', 'At seven.'), after: given('unknown', 'I do not know.') },
    },
  ],
}

/** Opens the question whether a source is to be deleted. */
async function ask(button: string, handlers: Handlers) {
  const started: unknown[] = []
  await renderRoute(`/agents/${AGENT}/knowledge/sources?source=${SOURCE}`, {
    'GET /v1/agents/*': () => ok({ ...sampleAgent, id: AGENT }),
    'GET /api/v1/agents/*/sources': () => page([source]),
    'GET /api/v1/agents/*/sources/*': () => ok(source),
    'GET /api/v1/agents/*/sources/*/content': () => refuse(404, 'resource_not_found'),
    'GET /api/v1/agents/*/drafts': () => ok([]),
    'POST /api/v1/agents/*/impact': ({ json }) => {
      started.push(json())
      return ok({ id: IMPACT }, 202)
    },
    ...handlers,
  })
  const opener = await screen.findByRole('button', { name: button })
  await act(async () => {
    await import('./impact-view.tsx')
    fireEvent.click(opener)
  })
  return { dialog: within(await screen.findByRole('alertdialog')), started }
}

it('says what deleting a source would change, what breaks before what stays', async () => {
  const { dialog, started } = await ask('Delete', { 'GET /api/v1/agents/*/impact/*': () => ok(found) })
  expect(await dialog.findByText(/^2 answers of the last 90 days cite it, in 2 conversations\./)).toBeTruthy()
  expect(started).toEqual([{ without: [SOURCE] }])
  expect(dialog.getByText('1 of 2 would be different. 1 would go unanswered.')).toBeTruthy()
  expect(dialog.getByText('1 check would fail that passes now.')).toBeTruthy()
  const list = within(dialog.getByRole('region', { name: 'Answers and checks' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'When do you serve breakfast?Check failsNowAt seven.ThenI do not know.',
    'When is breakfast?Not answeredNowAt seven.ThenI do not know.',
  ])
  fireEvent.click(list.getByRole('button', { name: 'Show all 2 answers' }))
  expect(list.getByText('Is there coffee?')).toBeTruthy()
})

it('need not be waited for, and says how far it is', async () => {
  const deleted: unknown[] = []
  const { dialog } = await ask('Delete', {
    'GET /api/v1/agents/*/impact/*': () => ok({ ...found, status: 'pending', asked: 1, becomes: [], checks: [] }),
    'DELETE /v1/agents/*/sources/*': () => {
      deleted.push(1)
      return { status: 204 }
    },
  })
  expect(await dialog.findByText('Asking again: 1 of 3. You need not wait.')).toBeTruthy()
  expect(dialog.getByRole('progressbar', { name: 'Answers asked again' })).toBeTruthy()
  const confirm = dialog.getByRole('button', { name: 'Delete source' })
  await waitFor(() => expect(confirm.hasAttribute('disabled')).toBe(false)) // for a moment after it appears
  fireEvent.click(confirm)
  await waitFor(() => expect(deleted).toEqual([1]))
})

it('says that it is not known, and asks again when told to', async () => {
  let isDown = true
  const { dialog, started } = await ask('Delete', {
    'POST /api/v1/agents/*/impact': () => (isDown ? refuse(500, 'internal_error') : ok({ id: IMPACT }, 202)),
    'GET /api/v1/agents/*/impact/*': () => ok({ ...found, answers_90_days: 0, becomes: [], checks: [] }),
  })
  expect((await dialog.findByRole('alert')).textContent).toContain('What this would change is not known')
  expect(started).toEqual([])
  isDown = false
  fireEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText(/No answer of the last 90 days cites it\./)).toBeTruthy()
})
