import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute, testOrganization } from '#dashboard/testing/render-route.tsx'
import { ok, refuse, type TestAnswer } from '#dashboard/testing/test-server.ts'

/** Opens the dialog, passes the password, and returns its second step; `answers` are those to the code, in order. */
async function askedForCode(...answers: Promise<TestAnswer>[]) {
  await renderRoute('/settings/security', {
    'GET /api/v1/organizations/*': () => ok(testOrganization),
    'GET /api/v1/sessions': () => ok([]),
    'GET /api/v1/account/two-factor': () => ok({ is_on: false, recovery_codes_left: 0 }),
    'POST /api/v1/account/two-factor': () => ok({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Baton?secret=ABCDEFGH' }),
    'POST /api/v1/account/two-factor/confirm': () => answers.shift()!,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on' }))
  fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'right password' } })
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add it to your authenticator' }))
  const field = dialog.getByLabelText('Code')
  const send = async () => {
    fireEvent.change(field, { target: { value: '123456' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Turn on' }))
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Turn on', hidden: true }).getAttribute('aria-busy')).toBe('true'),
    )
  }
  const leave = () => fireEvent.keyDown(field, { key: 'Escape' })
  return { send, leave }
}

it('says that the recovery codes would be lost while it is turned on, and shows them as they come', async () => {
  const coming = Promise.withResolvers<TestAnswer>()
  const { send, leave } = await askedForCode(coming.promise)
  await send()
  leave()
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Two-factor is being turned on. Its recovery codes would be lost.')
  coming.resolve(ok({ recovery_codes: ['aaaa-bbbb'] }))
  expect(await screen.findByText('aaaa-bbbb')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('takes the question back as the code is refused, and closes at once then', async () => {
  const first = Promise.withResolvers<TestAnswer>()
  const never = new Promise<TestAnswer>(() => {})
  const { send, leave } = await askedForCode(first.promise, never)
  await send()
  leave()
  await screen.findByRole('alertdialog')
  first.resolve(refuse(422, 'validation_failed', [{ field: 'code', message: 'The code field is wrong.' }]))
  expect(await screen.findByText('Is wrong.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await send()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('closes at once while no code is being checked', async () => {
  const { leave } = await askedForCode()
  leave()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
