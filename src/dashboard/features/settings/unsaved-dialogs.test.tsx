import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { ok } from '#dashboard/testing/test-server.ts'

it.each([
  ['/settings/saved-replies', 'New saved reply', 'Title'],
  ['/settings/labels', 'New label', 'Name'],
  ['/settings/members', 'Invite', 'E-mail'],
])('asks before what is written in a dialog of %s is lost', async (address, opener, label) => {
  await renderRoute(address, {
    'GET /api/v1/organizations/*/saved-replies': () => ok([]),
    'GET /api/v1/organizations/*/labels': () => ok([]),
    'GET /api/v1/organizations/*/members': () => ok([]),
    'GET /api/v1/organizations/*/invitations': () => ok([]),
    'GET /api/v1/organizations/*': () => ok({ id: 'o', name: 'Acme', quotas: {} }),
  })
  const open = async () => {
    fireEvent.click((await screen.findAllByRole('button', { name: new RegExp(`^${opener}`) }))[0]!)
    return await screen.findByLabelText<HTMLInputElement>(label)
  }
  fireEvent.keyDown(await open(), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByLabelText(label)).toBeNull())
  const field = await open()
  fireEvent.change(field, { target: { value: 'ana@example.com' } })
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(await screen.findByRole('alertdialog', { name: 'Close without saving?' })).toBeTruthy()
  expect(field.value).toBe('ana@example.com')
})
