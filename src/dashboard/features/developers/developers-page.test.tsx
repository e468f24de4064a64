import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute, testOrganization, testSession } from '#dashboard/testing/render-route.tsx'
import { ok } from '#dashboard/testing/test-server.ts'

it('tells a responder whom to ask for a key', async () => {
  const session = { ...testSession, organizations: [{ ...testOrganization, role: 'responder' }] }
  await renderRoute('/developers', {
    'GET /api/v1/start': () => ok({ needs_setup: false, session, event_marks: {}, own_settings: {} }),
  })
  expect(await screen.findByText(/^Ask an owner for a key, keep it in/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'API keys' })).toBeNull()
})
