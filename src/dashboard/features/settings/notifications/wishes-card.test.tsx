import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute, testOrganization, testSession, testSettings } from '#dashboard/testing/render-route.tsx'
import { type Handlers, ok, refuse } from '#dashboard/testing/test-server.ts'

interface Server {
  role?: string
  sendsMail?: boolean
  pushKey?: string | null
}

async function openWishes({ role = 'owner', sendsMail = true, pushKey = 'BOw' }: Server, handlers: Handlers = {}) {
  const session = { ...testSession, organizations: [{ ...testOrganization, role }] }
  const own_settings = { [testOrganization.id]: testSettings }
  await renderRoute('/settings/notifications', {
    'GET /api/v1/start': () =>
      ok({ needs_setup: false, session, event_marks: {}, own_settings, sends_mail: sendsMail }),
    'GET /api/v1/organizations/*/notifications/push-key': () => ok({ public_key: pushKey }),
    ...handlers,
  })
  await screen.findByText('What you are told')
  return screen.findByRole('group', { name: 'You are mentioned' })
}

const kinds = () => screen.getAllByRole('group').flatMap((group) => group.querySelector('p')?.textContent ?? [])
const ways = (row: HTMLElement) =>
  within(row)
    .getAllByRole('checkbox')
    .map((box) => box.closest('label')?.textContent)

it('has a row for each kind of news and a box for each way, as they are set', async () => {
  const row = await openWishes({})
  expect(kinds()).toEqual([
    'You are mentioned',
    'A conversation is assigned to you',
    'A visitor of yours writes',
    'A visitor waits',
    'A note is written',
    'A check breaks',
    'A website has changed',
    'Something connected fails',
  ])
  expect(ways(row)).toEqual(['List', 'Desktop', 'Sound', 'Mail', 'Push'])
  const boxes = within(row).getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false, false, false, false])
})

it('leaves out what is for those alone who run the organization, and ways that the server lacks', async () => {
  const row = await openWishes({ role: 'responder', sendsMail: false, pushKey: null })
  expect(kinds()).toHaveLength(5)
  expect(ways(row)).toEqual(['List', 'Desktop', 'Sound'])
  expect(screen.getByText(/^This server pushes nothing yet, .* PUBLIC_URL/)).toBeTruthy()
})

it('saves the one wish that was changed, and takes it back if that fails', async () => {
  const sent: unknown[] = []
  const row = await openWishes(
    {},
    {
      'PATCH /api/v1/organizations/*/members/me': ({ json }) => {
        sent.push(json())
        if (sent.length > 1) return refuse(500, 'internal_error')
        const { notifications } = testSettings
        const mention = { ...notifications.kinds.mention, mail: true }
        return ok({ ...testSettings, notifications: { ...notifications, kinds: { ...notifications.kinds, mention } } })
      },
    },
  )
  const box = (name: string) => within(row).getByRole<HTMLInputElement>('checkbox', { name })
  fireEvent.click(box('Mail'))
  expect(box('Mail').checked).toBe(true) // at once
  await waitFor(() => expect(sent).toEqual([{ notifications: { kinds: { mention: { mail: true } } } }]))
  fireEvent.click(box('Sound'))
  expect(box('Sound').checked).toBe(true)
  expect(await screen.findByText(/This was not saved/)).toBeTruthy()
  await waitFor(() => expect(box('Sound').checked).toBe(false))
  expect(box('Mail').checked).toBe(true)
})
