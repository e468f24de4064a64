import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openSettings } from './settings.fixture.ts'

it('asks before it refuses every visitor without a token', async () => {
  const { changes } = await openSettings('developers')
  const required = await screen.findByRole('radio', { name: /^Required/ })
  await act(async () => void fireEvent.click(required))
  const question = within(await screen.findByRole('alertdialog', { name: 'Refuse visitors without a token?' }))
  expect(changes).toEqual([])
  const confirm = question.getByRole<HTMLButtonElement>('button', { name: 'Require tokens' })
  await waitFor(() => expect(confirm.disabled).toBe(false))
  fireEvent.click(confirm)
  await waitFor(() => expect(changes).toEqual([{ identity_mode: 'required' }]))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
