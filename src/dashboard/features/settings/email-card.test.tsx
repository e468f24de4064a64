import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute, testSession, testUser } from '#dashboard/testing/render-route.tsx'
import { ok, refuse } from '#dashboard/testing/test-server.ts'

async function move(to: string, answer: (email: unknown) => ReturnType<typeof ok>) {
  await renderRoute('/settings/profile', { 'PATCH /api/v1/account': ({ json }) => answer(json().email) })
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await screen.findByLabelText('New address')
  type('New address', to)
  type('Password', 'my long password')
  fireEvent.click(screen.getByRole('button', { name: 'Change address' }))
}

it('says that a new address counts at once where no mail is sent', async () => {
  await move('ana@new.example', (email) => ok({ ...testSession, user: { ...testUser, email } }))
  expect(await screen.findByText('Your address has been changed')).toBeTruthy()
  expect(screen.queryByText(/^Open the link/)).toBeNull()
})

it('says where the link went, and which address counts until then', async () => {
  await move('ana@new.example', () => ok(testSession))
  expect(await screen.findByText(/^Open the link that was mailed to ana@new.example/)).toBeTruthy()
})

it('says at the field what is wrong with it, until that is being corrected', async () => {
  const message = 'The email field is already in use.'
  await move('taken@example.com', () => refuse(422, 'validation_failed', [{ field: 'email', message }]))
  await screen.findByText('Is already in use.')
  fireEvent.change(screen.getByLabelText('New address'), { target: { value: 'free@example.com' } })
  await waitFor(() => expect(screen.queryByText('Is already in use.')).toBeNull())
  expect(screen.queryByText('Some of it can’t be accepted')).toBeNull()
})
