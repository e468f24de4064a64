import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderRoute, testOrganization, testSession } from '#dashboard/testing/render-route.tsx'
import { ok, page, refuse } from '#dashboard/testing/test-server.ts'

const signedOut = {
  'GET /api/v1/start': () => ok({ needs_setup: false, session: null, event_marks: {}, own_settings: {} }),
}

const home = { 'GET /api/v1/organizations/*/overview': () => ({ hang: true as const }) }

describe('a visitor who is signed out', () => {
  it('is taken to sign in, and back to where they wanted to go', async () => {
    const { router } = await renderRoute('/agents?status=active', {
      ...signedOut,
      'POST /api/v1/session': (request) =>
        request.json().password === 'right' ? ok(testSession) : refuse(401, 'invalid_credentials'),
    })
    fireEvent.change(await screen.findByLabelText('E-mail'), { target: { value: 'owner@example.com' } })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'wrong' } })
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('message of invalid_credentials')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'right' } })
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(router.state.location.href).toBe('/agents?status=active'))
  })

  it('reads what is refused about no field of the form', async () => {
    const detail = { field: 'device', message: 'The device field is unknown.' }
    await renderRoute('/sign-in', {
      ...signedOut,
      'POST /api/v1/session': () => refuse(422, 'validation_failed', [detail]),
    })
    fireEvent.change(await screen.findByLabelText('E-mail'), { target: { value: 'owner@example.com' } })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'right' } })
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText(/is unknown/)).toBeTruthy()
  })

  it('is never sent to another host', async () => {
    const { router } = await renderRoute('/sign-in?next=%2F%2Fexample.com', {
      ...signedOut,
      ...home,
      'POST /api/v1/session': () => ok(testSession),
    })
    fireEvent.change(await screen.findByLabelText('E-mail'), { target: { value: 'owner@example.com' } })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'right' } })
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/overview'))
  })
})

describe('a server that does not know the address at which it is opened', () => {
  const message = 'The request came through a proxy (X-Forwarded-Proto) that TRUST_PROXY does not name.'
  const refused = () => ({ ...refuse(403, 'forbidden'), body: { error: { code: 'forbidden', message, details: [] } } })

  async function isTold() {
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(screen.queryByText(/belongs to someone else/)).toBeNull()
  }

  it('says so at the set-up', async () => {
    await renderRoute('/setup', {
      'GET /api/v1/start': () => ok({ needs_setup: true, session: null, event_marks: {}, own_settings: {} }),
      'POST /api/v1/setup': refused,
    })
    const values = { Organization: 'Acme', 'Your name': 'Ana', 'E-mail': 'a@example.com', Password: 'a long password' }
    await screen.findByLabelText('Organization')
    for (const [label, value] of Object.entries(values))
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    fireEvent.click(screen.getByRole('button', { name: 'Create and continue' }))
    await isTold()
  })

  it('says so at the sign-in', async () => {
    await renderRoute('/sign-in', { ...signedOut, 'POST /api/v1/session': refused })
    fireEvent.change(await screen.findByLabelText('E-mail'), { target: { value: 'owner@example.com' } })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'right' } })
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await isTold()
  })

  it('says so to whoever is invited, and where a password is lost', async () => {
    const { router } = await renderRoute('/invitation#token', {
      ...signedOut,
      'POST /api/v1/invitations/look': refused,
      'POST /api/v1/password-resets/use': refused,
    })
    await isTold()
    await router.navigate({ to: '/reset-password', hash: 'token' })
    const field = await screen.findByLabelText(/password/i)
    fireEvent.change(field, { target: { value: 'a long password' } })
    fireEvent.submit(field.closest('form')!)
    await isTold()
  })
})

describe('somebody who is signed in', () => {
  it.each([
    ['/sign-in', '/overview'],
    ['/sign-in?next=%2Fagents%3Fstatus%3Dactive', '/agents?status=active'],
    ['/sign-in?next=%2F%2Fexample.com', '/overview'],
  ])('is taken on from %s', async (address, to) => {
    const { router } = await renderRoute(address, home)
    await waitFor(() => expect(router.state.location.href).toBe(to))
  })

  it('is taken to the inbox as a responder', async () => {
    const session = { ...testSession, organizations: [{ ...testOrganization, role: 'responder' }] }
    const { router } = await renderRoute('/', {
      'GET /api/v1/start': () => ok({ needs_setup: false, session, event_marks: {}, own_settings: {} }),
      'GET /api/v1/organizations/*/inbox': () => ok({ items: [], next_cursor: null }),
      'GET /api/v1/organizations/*/labels': () => ok([]),
      'GET /api/v1/organizations/*/members': () => ok([]),
    })
    await waitFor(() => expect(router.state.location.pathname).toBe('/inbox'))
    expect(await screen.findByRole('heading', { name: 'Inbox' })).toBeTruthy()
  })
})

describe('a server without an owner', () => {
  it('is set up, and goes on to the first agent', async () => {
    let sent: unknown
    const { router } = await renderRoute('/', {
      'GET /api/v1/start': () => ok({ needs_setup: true, session: null, event_marks: {}, own_settings: {} }),
      'POST /api/v1/setup': (request) => {
        sent = request.json()
        return ok(testSession, 201)
      },
      'GET /v1/organizations/*/agents': () => page([]),
    })
    const values = {
      Organization: 'Acme',
      'Your name': 'Owner',
      'E-mail': 'o@example.com',
      Password: 'a long password',
    }
    await screen.findByLabelText('Organization')
    for (const [label, value] of Object.entries(values))
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    fireEvent.click(screen.getByRole('button', { name: 'Create and continue' }))
    expect(await screen.findByRole('dialog', { name: 'New agent' })).toBeTruthy()
    expect(router.state.location.href).toBe('/agents?new=true')
    expect(sent).toEqual({ organization: 'Acme', name: 'Owner', email: 'o@example.com', password: 'a long password' })
  })
})
