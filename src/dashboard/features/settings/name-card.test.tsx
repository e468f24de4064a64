import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute, testOrganization, testSession } from '#dashboard/testing/render-route.tsx'
import { ok } from '#dashboard/testing/test-server.ts'

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
