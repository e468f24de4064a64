import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderRoute, testSession } from '#dashboard/testing/render-route.tsx'
import { ok, refuse } from '#dashboard/testing/test-server.ts'

const start = (sends_mail: boolean) => ({
  'GET /api/v1/start': () => ok({ needs_setup: false, session: null, sends_mail }),
})
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('signing in with a second factor', () => {
  async function askedForCode() {
    const sent: unknown[] = []
    const shown = await renderRoute('/sign-in', {
      ...start(true),
      'POST /api/v1/session': ({ json }) => {
        sent.push(json())
        if (!('code' in json())) return refuse(401, 'two_factor_required')
        return json().code === '123456' ? ok(testSession) : refuse(401, 'invalid_credentials')
      },
    })
    await screen.findByLabelText('E-mail')
    type('E-mail', 'ana@example.com')
    type('Password', 'right')
    press('Sign in')
    const code = await screen.findByLabelText('Code')
    return { ...shown, sent, code }
  }

  it('asks for the code after the password, without an error, and again when it is wrong', async () => {
    const { router, sent, code } = await askedForCode()
    await waitFor(() => expect(document.activeElement).toBe(code))
    expect(screen.queryByRole('alert')).toBeNull()
    type('Code', '000000')
    press('Sign in')
    expect(await screen.findByText('message of invalid_credentials')).toBeTruthy()
    type('Code', '123456')
    press('Sign in')
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/sign-in'))
    expect(sent.at(-1)).toEqual({ email: 'ana@example.com', password: 'right', code: '123456' })
  })

  it('lets somebody else sign in instead', async () => {
    const { sent } = await askedForCode()
    press('Sign in as somebody else')
    expect(screen.queryByLabelText('Code')).toBeNull()
    press('Sign in')
    await screen.findByLabelText('Code')
    expect(sent.at(-1)).toEqual({ email: 'ana@example.com', password: 'right' })
  })
})

it('leads from the account menu to one’s profile', async () => {
  const { router } = await renderRoute('/agents')
  fireEvent.click(await screen.findByRole('button', { name: /Test owner/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Your profile' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/profile'))
})

describe('a lost password', () => {
  it('offers a link where mail is sent, and names the command elsewhere', async () => {
    const { router } = await renderRoute('/sign-in', start(true))
    fireEvent.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/reset-password'))
  })

  it.each(['/sign-in', '/reset-password'])('names the command at %s where no mail is sent', async (address) => {
    await renderRoute(address, start(false))
    expect(await screen.findByText('npm run reset-password -- EMAIL')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send me a link' })).toBeNull()
    expect(screen.queryByText(/comes by mail/)).toBeNull()
  })

  it('is asked about in the same words whoever asks', async () => {
    await renderRoute('/reset-password', { ...start(true), 'POST /api/v1/password-resets': () => ok({}, 202) })
    await screen.findByLabelText('E-mail')
    type('E-mail', 'nobody@example.com')
    press('Send me a link')
    expect(await screen.findByRole('heading', { name: 'Look into your mail' })).toBeTruthy()
    expect(screen.getByText(/^If nobody@example.com is the address of an account/)).toBeTruthy()
  })

  it('takes the token after # into the body, says what is wrong at the field, and when the link works no more', async () => {
    const sent: unknown[] = []
    await renderRoute('/reset-password#a-token', {
      ...start(true),
      'POST /api/v1/password-resets/use': ({ json }) => {
        sent.push(json())
        const message = 'The password field must not contain the character U+0000.'
        if (json().password === 'a refused password')
          return refuse(422, 'validation_failed', [{ field: 'password', message }])
        return refuse(404, 'resource_not_found')
      },
    })
    await screen.findByLabelText('New password')
    type('New password', 'a refused password')
    press('Change password')
    expect(await screen.findByText('Must not contain the character U+0000.')).toBeTruthy()
    type('New password', 'a long password')
    press('Change password')
    expect(await screen.findByRole('heading', { name: 'This link works no more', level: 1 })).toBeTruthy()
    expect(screen.getAllByRole('heading')).toHaveLength(1) // nobody is told to choose a password any more
    expect(screen.getByRole('link', { name: 'Back to sign-in' })).toBeTruthy()
    expect(sent.at(-1)).toEqual({ token: 'a-token', password: 'a long password' })
  })
})

describe('a new address', () => {
  it('counts after a click, and not before', async () => {
    const { requests } = await renderRoute('/confirm-email#a-token', {
      'POST /api/v1/account/email/confirm': () => ({ status: 204 }),
    })
    await screen.findByRole('button', { name: 'Confirm this address' })
    expect(requests.filter((request) => request.includes('/confirm'))).toEqual([])
    press('Confirm this address')
    expect(await screen.findByRole('heading', { name: 'Your address has been changed' })).toBeTruthy()
  })

  it.each([
    ['resource_not_found', 404, 'This link works no more'],
    ['validation_failed', 422, 'This address is in use'],
  ] as const)('is refused in words: %s', async (code, status, heading) => {
    await renderRoute('/confirm-email#a-token', {
      'POST /api/v1/account/email/confirm': () => refuse(status, code),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm this address' }))
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
  })
})
