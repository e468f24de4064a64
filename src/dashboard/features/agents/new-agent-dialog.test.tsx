import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { ok, refuse } from '#dashboard/testing/test-server.ts'

const model = { id: '0199c0de-0000-7000-8000-0000000000f1', name: 'Built-in', slug: 'baton-built-in' }

const unconnected = { id: '0199c0de-0000-7000-8000-0000000000f2', name: 'GPT-5.2', slug: 'gpt-5.2' }

async function openDialog(...refused: string[]) {
  const { router } = await renderRoute('/agents?new=true', {
    'GET /api/v1/organizations/*/ai-models': () =>
      ok([
        {
          ...unconnected,
          is_premium: false,
          is_configured: false,
          group: 'platform',
          account: null,
          credits: 1,
          context_length: null,
          calls_tools: true,
        },
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
      ]),
    'POST /v1/organizations/*/agents': () =>
      refuse(
        422,
        'validation_failed',
        refused.map((field) => ({ field, message: `The ${field} field is refused.` })),
      ),
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'New agent' }))
  await dialog.findByText('Answer with a larger model')
  const name = dialog.getByLabelText('Name')
  return {
    router,
    dialog,
    write: (value: string) => fireEvent.change(name, { target: { value } }),
    pressEscape: () => act(async () => void fireEvent.keyDown(name, { key: 'Escape' })),
  }
}

it('asks before a name is thrown away', async () => {
  const { router, write, pressEscape } = await openDialog()
  write('Help desk')
  await pressEscape()
  expect(await screen.findByText('What you wrote about the agent will be lost.')).toBeTruthy()
  expect(router.state.location.search).toEqual({ new: true })
})

it('closes at once where nothing is left of what was written', async () => {
  const { router, write, pressEscape } = await openDialog()
  write('Help desk')
  write('')
  await pressEscape()
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

it('says that visitors see the name', async () => {
  const { dialog } = await openDialog()
  expect(dialog.getByText('Visitors see it at the top of the chat.')).toBeTruthy()
})

const notice = 'Some of it can’t be accepted'

it('says at the field what the server refuses, and no more of it once that is being corrected', async () => {
  const { dialog, write } = await openDialog('name')
  write('Help desk')
  fireEvent.click(dialog.getByRole('button', { name: 'Create agent' }))
  await dialog.findByText('Is refused.')
  expect(dialog.queryByText(notice)).toBeNull()
  write('Help desk 2')
  await waitFor(() => expect(dialog.queryByText('Is refused.')).toBeNull())
  expect(dialog.queryByText(notice)).toBeNull()
})

it('says what the server refuses besides a field', async () => {
  const { dialog, write } = await openDialog('name', 'plan')
  write('Help desk')
  fireEvent.click(dialog.getByRole('button', { name: 'Create agent' }))
  await dialog.findByText('Is refused.')
  expect(dialog.getByText(notice)).toBeTruthy()
  expect(dialog.getByText(/The plan field is refused\./)).toBeTruthy()
})

it('offers the models that can answer as a step that one can skip, and says where to connect more', async () => {
  const { dialog } = await openDialog()
  fireEvent.click(dialog.getByText('Answer with a larger model'))
  const models = await dialog.findByLabelText<HTMLSelectElement>('Model')
  await waitFor(() => expect([...models.options].map(({ text }) => text)).toEqual(['Built-in (1 credit a reply)']))
  expect(dialog.getByRole('link', { name: 'Connect a model' }).getAttribute('href')).toBe('/settings/models')
})
