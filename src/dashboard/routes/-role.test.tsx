import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute, testOrganization, testSession } from '#dashboard/testing/render-route.tsx'
import { ok } from '#dashboard/testing/test-server.ts'

const session = { ...testSession, organizations: [{ ...testOrganization, role: 'responder' }] }

it('tells a responder that a screen is not for their role', async () => {
  await renderRoute('/settings/organization', {
    'GET /api/v1/start': () => ok({ needs_setup: false, session, event_marks: {}, own_settings: {} }),
  })
  expect(await screen.findByRole('heading', { name: 'Your role does not allow this' })).toBeTruthy()
  expect(screen.queryByText(/belongs to someone else/)).toBeNull()
})
