import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { quotaNames } from '#contract/limits.ts'
import { renderRoute, testOrganization, testUser } from '#dashboard/testing/render-route.tsx'
import { ok, type TestAnswer } from '#dashboard/testing/test-server.ts'

/** Answers the first request; those that follow a change wait for ever, as on a slow network. */
function once(answer: unknown): () => TestAnswer {
  let isFirst = true
  return () => {
    if (!isFirst) return { hang: true }
    isFirst = false
    return ok(answer)
  }
}

it('shows a member’s new role from its choice on, however late the list comes again', async () => {
  const person = {
    is_online: false,
    availability: 'available',
    last_seen_at: null,
    joined_at: '2026-01-01T00:00:00.000Z',
  }
  const owner = { ...person, user_id: testUser.id, name: testUser.name, email: testUser.email, role: 'owner' }
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
