import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { ok, type TestAnswer } from '#dashboard/testing/test-server.ts'

it('stays at the step to which one has gone back while a key was tried', async () => {
  const tried = Promise.withResolvers<TestAnswer>()
  const { client } = await renderRoute('/settings/models', {
    'GET /api/v1/organizations/*/model-accounts': () => ok([]),
    'POST /api/v1/organizations/*/model-accounts/test': () => tried.promise,
  })
  await screen.findByText('No accounts yet')
  fireEvent.click(screen.getByRole('button', { name: 'Add account' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add an account' }))
  fireEvent.click(form.getByRole('button', { name: 'Continue' }))
  fireEvent.change(form.getByLabelText('Key'), { target: { value: 'sk-1' } })
  fireEvent.click(form.getByRole('button', { name: 'Look for models' }))
  fireEvent.click(form.getByRole('button', { name: 'Back' }))
  tried.resolve(ok({ ok: true, code: null, message: null, models: ['gpt-large'], trial: null }))
  const trials = client.getMutationCache().findAll({ mutationKey: ['testModelAccount'] })
  await waitFor(() => expect(trials.map(({ state }) => state.status)).toEqual(['success']))
  expect(form.getByText(/^Step 1 of 3/)).toBeTruthy()
})
