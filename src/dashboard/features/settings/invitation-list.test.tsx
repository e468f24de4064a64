import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute, testOrganization, testSession } from '#dashboard/testing/render-route.tsx'
import { ok } from '#dashboard/testing/test-server.ts'

const asAdmin = { ...testSession, organizations: [{ ...testOrganization, role: 'admin' }] }
const invitation = (email: string, role: string) => ({
  id: email,
  email,
  role,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-08T00:00:00.000Z',
  mail_error: null,
})

it('offers an admin to revoke the invitations that they may give', async () => {
  await renderRoute('/settings/members', {
    'GET /api/v1/start': () =>
      ok({ needs_setup: false, session: asAdmin, event_marks: {}, own_settings: {}, sends_mail: false }),
    'GET /api/v1/session': () => ok(asAdmin),
    'GET /api/v1/organizations/*/members': () => ok([]),
    'GET /api/v1/organizations/*/invitations': () =>
      ok([invitation('owner@example.com', 'owner'), invitation('guest@example.com', 'admin')]),
  })
  expect(await screen.findByRole('button', { name: 'Revoke the invitation of guest@example.com' })).toBeTruthy()
  expect(screen.getByText('owner@example.com')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Revoke the invitation of owner@example.com' })).toBeNull()
})
