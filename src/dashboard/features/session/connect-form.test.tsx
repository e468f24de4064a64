import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { createQueryClient } from '#dashboard/query-client.ts'
import { page, refuse, startTestServer } from '#dashboard/testing/test-server.ts'
import { ConnectForm } from './connect-form.tsx'

const ASKED_AS = 'baton.connecting'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

/** Renders in strict mode, in which React computes initial states twice and mounts components twice. */
const show = () =>
  render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <ConnectForm />
      </QueryClientProvider>
    </StrictMode>,
  )

it('goes on with what was typed before the page was loaded anew, however often the form is made', async () => {
  await startTestServer({ 'GET /v1/organizations/*/agents': () => refuse(401, 'unauthenticated') })
  const organizationId = '0199c0de-0000-7000-8000-000000000001'
  sessionStorage.setItem(ASKED_AS, JSON.stringify({ baseUrl: location.origin, key: 'baton_x', organizationId }))
  show().unmount()
  show()
  expect(screen.getByLabelText<HTMLInputElement>('Server').value).toBe(location.origin)
  expect(screen.getByLabelText<HTMLInputElement>('Organization id').value).toBe(organizationId)
  expect(await screen.findByText(/^Is not known there, or has ended/)).toBeTruthy()
  await waitFor(() => expect(sessionStorage.getItem(ASKED_AS)).toBeNull())
})

it('takes no failure of the server for a scope of the key', async () => {
  const paths = ['agents/*', 'agents/*/*', 'agents/*/*/*', 'agents/*/*/*/*', 'organizations/*/*', 'organizations/*/*/*']
  const refused = paths.flatMap((path) =>
    ['GET', 'POST', 'PATCH', 'DELETE'].map(
      (method) => [`${method} /v1/${path}`, () => refuse(503, 'service_unavailable')] as const,
    ),
  )
  await startTestServer({ ...Object.fromEntries(refused), 'GET /v1/organizations/*/agents': () => page([]) })
  const organizationId = '0199c0de-0000-7000-8000-000000000001'
  sessionStorage.setItem(ASKED_AS, JSON.stringify({ baseUrl: location.origin, key: 'baton_x', organizationId }))
  show()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(sessionStorage.getItem('baton.connection')).toBeNull()
})
