import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { quotaNames } from '#contract/limits.ts'
import { renderRoute, testSession } from '#dashboard/testing/render-route.tsx'
import { ok, refuse } from '#dashboard/testing/test-server.ts'

const usage = Object.fromEntries(quotaNames.map((name) => [name, { used: 0, limit: 1 }]))
const organization = { id: testSession.organizations[0]!.id, name: 'Acme', plan: 'premium', usage }

async function openCard() {
  const sent: unknown[] = []
  await renderRoute('/settings/security', {
    'GET /api/v1/organizations/*': () => ok(organization),
    'GET /api/v1/sessions': () => ok([]),
    'GET /api/v1/account/two-factor': () => ok({ is_on: false, recovery_codes_left: 0 }),
    'PATCH /api/v1/account': ({ json }) => {
      sent.push(json())
      if (json().current_password === 'right password') return ok(testSession)
      if (json().current_password === 'the eleventh') {
        const error = { code: 'rate_limit_exceeded', message: 'Try again in 14 minutes.', details: [] }
        return { status: 429, body: { error, meta: {} } }
      }
      const message = 'The current_password field is not your password.'
      return refuse(422, 'validation_failed', [{ field: 'current_password', message }])
    },
  })
  const current = await screen.findByLabelText<HTMLInputElement>('Current password')
  const wanted = screen.getByLabelText<HTMLInputElement>('New password')
  const change = (from: string, to: string) => {
    fireEvent.change(current, { target: { value: from } })
    fireEvent.change(wanted, { target: { value: to } })
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
  }
  return { sent, current, wanted, change }
}

it('changes the password, says so, and forgets what was typed', async () => {
  const { sent, current, wanted, change } = await openCard()
  change('right password', 'a long new password')
  expect(await screen.findByText('Your password has been changed')).toBeTruthy()
  expect(sent).toEqual([{ current_password: 'right password', password: 'a long new password' }])
  await waitFor(() => expect([current.value, wanted.value]).toEqual(['', '']))
})

it('says at the field what is wrong with it', async () => {
  const { sent, change } = await openCard()
  change('', 'short')
  expect(await screen.findByText('Is required.')).toBeTruthy()
  expect(screen.getByText('Must be at least 10 characters.')).toBeTruthy()
  expect(sent).toEqual([])
  change('wrong password', 'a long new password')
  expect(await screen.findByText('Is not your password.')).toBeTruthy()
  change('the eleventh', 'a long new password')
  expect(await screen.findByText('Try again in 14 minutes.')).toBeTruthy()
})
