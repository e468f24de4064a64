import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute, testOrganization, testSession } from '#dashboard/testing/render-route.tsx'
import { ok, refuse } from '#dashboard/testing/test-server.ts'

const asResponder = { ...testSession, organizations: [{ ...testOrganization, role: 'responder' }] }

it('is saved by everybody, whatever their role', async () => {
  const sent: unknown[] = []
  await renderRoute('/settings/profile', {
    'GET /api/v1/start': () =>
      ok({ needs_setup: false, session: asResponder, event_marks: {}, own_settings: {}, sends_mail: false }),
    'GET /api/v1/session': () => ok(asResponder),
    'PATCH /api/v1/account': ({ json }) => {
      sent.push(json())
      return ok({ ...asResponder, user: { ...asResponder.user, ...json() } })
    },
  })
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Ana' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ name: 'Ana' }]))
})

it('keeps what is typed while the name is being saved', async () => {
  await renderRoute('/settings/profile', {
    'PATCH /api/v1/account': ({ json }) => {
      fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ana Silva' } })
      return ok({ ...testSession, user: { ...testSession.user, ...json() } })
    },
  })
  const field = await screen.findByLabelText<HTMLInputElement>('Name')
  fireEvent.change(field, { target: { value: 'Ana' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Discard' })).toBeTruthy())
  expect(field.value).toBe('Ana Silva')
})

it('forgets what failed once the change is discarded', async () => {
  const answers = [
    refuse(422, 'validation_failed', [{ field: 'name', message: 'The name field is refused.' }]),
    refuse(500, 'internal_error'),
  ]
  await renderRoute('/settings/profile', { 'PATCH /api/v1/account': () => answers.shift()! })
  const field = await screen.findByLabelText('Name')
  const save = () => {
    fireEvent.change(field, { target: { value: 'Ana' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  }
  const discard = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull())
  }
  save()
  await screen.findByText('Is refused.')
  await discard()
  expect(screen.queryByText('Some of it can’t be accepted')).toBeNull()
  save()
  await screen.findByText('Something went wrong on the server')
  await discard()
  await waitFor(() => expect(screen.queryByText('Something went wrong on the server')).toBeNull())
})
