import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { exactTime } from '#dashboard/lib/time.ts'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, type TestAnswer } from '#dashboard/testing/test-server.ts'
import { ExpiryField } from './expiry-field.tsx'

async function openDialog(handlers: Handlers = {}) {
  await renderRoute('/settings/api-keys', { 'GET /api/v1/organizations/*/api-keys': () => ok([]), ...handlers })
  fireEvent.click((await screen.findAllByRole('button', { name: 'New key' }))[0]!)
  return within(await screen.findByRole('dialog', { name: 'New API key' }))
}

it('asks before it throws a name away', async () => {
  const dialog = await openDialog()
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Shop' } })
  await act(async () => void fireEvent.keyDown(dialog.getByLabelText('Name'), { key: 'Escape' }))
  expect(await screen.findByText('The key is not created yet.')).toBeTruthy()
  expect(screen.getByText('New API key')).toBeTruthy()
})

it('closes at once where nothing was written', async () => {
  const dialog = await openDialog()
  await act(async () => void fireEvent.keyDown(dialog.getByLabelText('Name'), { key: 'Escape' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('warns of closing while the key is being created, until it is shown', async () => {
  const coming = Promise.withResolvers<TestAnswer>()
  const dialog = await openDialog({ 'POST /api/v1/organizations/*/api-keys': () => coming.promise })
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Shop' } })
  fireEvent.click(dialog.getByRole('radio', { name: /^Read only/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Create key' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Create key' }).getAttribute('aria-busy')).toBe('true'))
  await act(async () => void fireEvent.keyDown(dialog.getByLabelText('Name'), { key: 'Escape' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('The key is being created. It is shown only once: nobody would have it.')
  coming.resolve(ok({ id: 'k', name: 'Shop', key: 'baton_secret' }, 201))
  expect(await screen.findByRole('dialog', { name: 'Store the key' })).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('says when the key stops working, which is as its day begins in UTC', async () => {
  const dialog = await openDialog()
  const day = dialog.getByLabelText('Day of expiry')
  fireEvent.change(day, { target: { value: '2999-03-05' } })
  const moment = exactTime('2999-03-05T00:00:00Z')
  expect(dialog.getByText(`It stops working as this day begins in UTC: ${moment} on your clock.`)).toBeTruthy()
  fireEvent.change(day, { target: { value: '' } })
  expect(dialog.queryByText(/It stops working/)).toBeNull()
})

it('stands a year of five digits, which browsers let one type', () => {
  render(<ExpiryField value="20277-03-05" onChange={() => {}} error={undefined} />)
  expect(screen.getByLabelText('Day of expiry')).toBeTruthy()
  expect(screen.queryByText(/It stops working/)).toBeNull()
})
