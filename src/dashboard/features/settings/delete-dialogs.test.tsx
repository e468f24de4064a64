import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute, testUser } from '#dashboard/testing/render-route.tsx'
import { ok, refuse } from '#dashboard/testing/test-server.ts'

const author = { user_id: testUser.id, name: testUser.name }
const label = (id: string, name: string) => ({ id, name, color: 'gray' })
const mailbox = (id: string, address: string) => ({ id, address, name: 'Crew', aliases: [], status: 'connected' })
const reply = (id: string, title: string) => ({ id, title, content: 'Hello', is_shared: false, author })

it.each([
  ['labels', [label('a', 'Refund'), label('b', 'Bug')], 'Refund', 'Bug'],
  ['saved-replies', [reply('a', 'Refund'), reply('b', 'Bug')], 'Refund', 'Bug'],
  [
    'mailboxes',
    [mailbox('a', 'a@boats.example'), mailbox('b', 'b@boats.example')],
    'a@boats.example',
    'b@boats.example',
  ],
])('shows why one of the %s was not deleted only in its own question', async (name, listed, first, second) => {
  await renderRoute(`/settings/${name}`, {
    [`GET /api/v1/organizations/*/${name}`]: () => ok(listed),
    [`DELETE /api/v1/organizations/*/${name}/*`]: () => refuse(403, 'forbidden'),
  })
  const ask = async (item: string) => {
    fireEvent.click(await screen.findByRole('button', { name: `Delete ${item}` }))
    return within(await screen.findByRole('alertdialog', { name: `Delete ${item}?` }))
  }
  const question = await ask(first)
  const confirm = question.getByRole<HTMLButtonElement>('button', { name: /^Delete/ })
  await waitFor(() => expect(confirm.disabled).toBe(false))
  fireEvent.click(confirm)
  expect(await question.findByRole('alert')).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect((await ask(second)).queryByRole('alert')).toBeNull()
})
