import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { quotaNames } from '#contract/limits.ts'
import { renderRoute, testOrganization, testUser } from '#dashboard/testing/render-route.tsx'
import { ok, refuse, type TestAnswer } from '#dashboard/testing/test-server.ts'

/** Answers the first request; those that follow a change wait for ever, as on a slow network. */
function once(answer: unknown): () => TestAnswer {
  let isFirst = true
  return () => {
    if (!isFirst) return { hang: true }
    isFirst = false
    return ok(answer)
  }
}

const person = {
  is_online: false,
  availability: 'available',
  last_seen_at: null,
  joined_at: '2026-01-01T00:00:00.000Z',
}
const owner = { ...person, user_id: testUser.id, name: testUser.name, email: testUser.email, role: 'owner' }

it('asks anew for a role without the error of the time before', async () => {
  const other = { ...person, user_id: 'other', name: 'Ana', email: 'ana@example.com', role: 'owner' }
  await renderRoute('/settings/members', {
    'GET /api/v1/organizations/*': () => ok({ ...testOrganization }),
    'GET /api/v1/organizations/*/members': () => ok([owner, other]),
    'GET /api/v1/organizations/*/invitations': () => ok([]),
    'PATCH /api/v1/organizations/*/members/other': () => refuse(409, 'conflict'),
  })
  const role = await screen.findByLabelText<HTMLSelectElement>('Role of Ana')
  fireEvent.change(role, { target: { value: 'admin' } })
  const question = await screen.findByRole('alertdialog', { name: 'Make Ana an admin?' })
  const confirm = within(question).getByRole<HTMLButtonElement>('button', { name: 'Change role' })
  await waitFor(() => expect(confirm.disabled).toBe(false))
  fireEvent.click(confirm)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  fireEvent.change(role, { target: { value: 'admin' } })
  const again = await screen.findByRole('alertdialog', { name: 'Make Ana an admin?' })
  expect(within(again).queryByRole('alert')).toBeNull()
})

it('shows a member’s new role from its choice on, however late the list comes again', async () => {
  const guest = { ...person, user_id: 'guest', name: 'Ana', email: 'ana@example.com', role: 'responder' }
  const { requests } = await renderRoute('/settings/members', {
    'GET /api/v1/organizations/*': () => ok({ ...testOrganization }),
    'GET /api/v1/organizations/*/members': once([owner, guest]),
    'GET /api/v1/organizations/*/invitations': () => ok([]),
    'PATCH /api/v1/organizations/*/members/guest': ({ json }) => ok({ ...guest, ...json() }),
  })
  const role = await screen.findByLabelText<HTMLSelectElement>('Role of Ana')
  fireEvent.change(role, { target: { value: 'admin' } })
  await waitFor(() => expect(requests.filter((request) => /^GET .*members$/.test(request))).toHaveLength(2))
  expect(role.value).toBe('admin')
})

it('shows the plan that was chosen, however late the organization comes again', async () => {
  const usage = Object.fromEntries(quotaNames.map((name) => [name, { used: 0, limit: 1 }]))
  const organization = { ...testOrganization, plan: 'free', usage }
  const { requests } = await renderRoute('/settings/plan', {
    'GET /api/v1/organizations/*': once(organization),
    'PATCH /api/v1/organizations/*': ({ json }) => ok({ ...organization, ...json() }),
  })
  const premium = await screen.findByLabelText<HTMLInputElement>(/^Premium/)
  fireEvent.click(premium)
  await waitFor(() =>
    expect(requests.filter((request) => /^GET .*organizations\/[^/]+$/.test(request))).toHaveLength(2),
  )
  expect(premium.checked).toBe(true)
})
