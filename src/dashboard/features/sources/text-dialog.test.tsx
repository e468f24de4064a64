import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute, testOrganization } from '#dashboard/testing/render-route.tsx'
import { sampleAgent } from '#dashboard/testing/sample-agent.ts'
import { type Handlers, ok, page, refuse } from '#dashboard/testing/test-server.ts'

const AGENT = '0199c0de-0000-7000-8000-0000000000a1'
const DRAFT = '0199c0de-0000-7000-8000-0000000000d1'
const NOW = '2026-01-01T00:00:00Z'
const left = { used: 0, limit: 1_000_000 }
const gone = () => refuse(404, 'resource_not_found')

const findField = () => screen.findByLabelText<HTMLTextAreaElement>(/^Text/, { selector: 'textarea' })

const draft = (content: string) => ({ id: DRAFT, title: 'Pool', content, created_at: NOW, updated_at: NOW })
const server: Handlers = {
  'GET /v1/agents/*': () => ok({ ...sampleAgent, id: AGENT }),
  'GET /api/v1/agents/*/sources': () => page([]),
  'GET /api/v1/agents/*/drafts': () => ok([draft('The pool is open.')]),
  'GET /api/v1/organizations/*': () =>
    ok({ ...testOrganization, usage: { urls: left, text_characters: left, document_bytes: left } }),
}

async function openGoneDraft() {
  await renderRoute(`/agents/${AGENT}/knowledge/sources?add=text&draft=${DRAFT}`, {
    ...server,
    'PATCH /api/v1/agents/*/drafts/*': gone,
    'DELETE /api/v1/agents/*/drafts/*': gone,
  })
  const field = await findField()
  const dialog = within(screen.getByRole('dialog', { name: 'Text' }))
  const write = (value: string) => fireEvent.change(field, { target: { value } })
  const close = () => fireEvent.click(dialog.getByRole('button', { name: 'Keep as draft' }))
  return { dialog, write, close }
}

it('asks before it closes on what can be saved nowhere, as its draft is gone', async () => {
  const { dialog, write, close } = await openGoneDraft()
  write('The pool is open until nine.')
  close()
  expect(await dialog.findByText('Not saved')).toBeTruthy()
  close()
  expect(await screen.findByRole('alertdialog', { name: 'Close without saving?' })).toBeTruthy()
})

it('takes no further words while it is published, as they could be saved nowhere', async () => {
  const answer = Promise.withResolvers<void>()
  await renderRoute(`/agents/${AGENT}/knowledge/sources?add=text&draft=${DRAFT}`, {
    ...server,
    'POST /api/v1/agents/*/drafts/*/publish': async () => {
      await answer.promise
      return refuse(500, 'internal_error')
    },
  })
  const fields = [await findField(), screen.getByLabelText<HTMLInputElement>(/^Title/)]
  const areHeld = () => fields.map(({ readOnly }) => readOnly)
  expect(areHeld()).toEqual([false, false])
  fireEvent.click(screen.getByRole('button', { name: 'Publish and train' }))
  await waitFor(() => expect(areHeld()).toEqual([true, true]))
  answer.resolve()
  await screen.findByText('Something went wrong on the server')
  await waitFor(() => expect(areHeld()).toEqual([false, false]))
})

it('closes on an emptied draft that is gone already', async () => {
  const { write, close } = await openGoneDraft()
  write('')
  fireEvent.change(screen.getByLabelText(/^Title/), { target: { value: '' } })
  close()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Text' })).toBeNull())
})

it('opens on what a colleague has written since the list of drafts was fetched', async () => {
  let content = 'The pool is open.'
  const { router } = await renderRoute(`/agents/${AGENT}/knowledge/sources`, {
    ...server,
    'GET /api/v1/agents/*/drafts': () => ok([draft(content)]),
  })
  await screen.findByText('Pool')
  content = 'The pool is closed in winter.'
  await router.navigate({ to: '.', search: { add: 'text', draft: DRAFT } } as never)
  expect((await findField()).value).toBe('The pool is closed in winter.')
})
