import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { ok, type TestAnswer } from '#dashboard/testing/test-server.ts'

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

const members = {
  'GET /api/v1/organizations/*/members': () => ok([]),
  'GET /api/v1/organizations/*/invitations': () => ok([]),
  'GET /api/v1/organizations/*': () => ok({ id: 'o', name: 'Acme', quotas: {} }),
}

async function invite(email: string) {
  fireEvent.click((await screen.findAllByRole('button', { name: /^Invite/ }))[0]!)
  const field = await screen.findByLabelText<HTMLInputElement>('E-mail')
  fireEvent.change(field, { target: { value: email } })
  return { field, button: within(screen.getByRole('dialog')).getByRole('button', { name: 'Invite' }) }
}

it('says of an invitation under way what closing would lose, and gives way to its link', async () => {
  const coming = Promise.withResolvers<TestAnswer>()
  await renderRoute('/settings/members', {
    ...members,
    'POST /api/v1/organizations/*/invitations': () => coming.promise,
  })
  const { field, button } = await invite('ana@example.com')
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  fireEvent.keyDown(field, { key: 'Escape' })
  expect((await screen.findByRole('alertdialog')).textContent).toContain('The invitation is being made.')
  coming.resolve(ok({ id: 'i', email: 'ana@example.com', link: 'https://example.com/join' }, 201))
  expect(await screen.findByRole('dialog', { name: 'Pass the link on' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('leaves the next invitation open as the one before it is mailed', async () => {
  const coming = Promise.withResolvers<TestAnswer>()
  await renderRoute('/settings/members', {
    ...members,
    'POST /api/v1/organizations/*/invitations': () => coming.promise,
  })
  const first = await invite('ana@example.com')
  fireEvent.click(first.button)
  await waitFor(() => expect(first.button.getAttribute('aria-busy')).toBe('true'))
  fireEvent.keyDown(first.field, { key: 'Escape' })
  const close = within(await screen.findByRole('alertdialog')).getByRole<HTMLButtonElement>('button', { name: 'Close' })
  await waitFor(() => expect(close.disabled).toBe(false))
  fireEvent.click(close)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { field } = await invite('ben@example.com')
  coming.resolve(ok({ id: 'i', email: 'ana@example.com', link: null }, 201))
  expect((await screen.findAllByText('The invitation goes to ana@example.com by mail')).length).toBeGreaterThan(0)
  expect(field.isConnected).toBe(true)
})
