import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openSettings } from './settings.fixture.ts'

it('saves how sure the agent must be once one has seen what that changes', async () => {
  const { changes } = await openSettings()
  const card = within(await screen.findByRole('group', { name: 'How sure it must be' }))
  expect(card.getByRole<HTMLInputElement>('radio', { name: /^Balanced/ }).checked).toBe(true)
  fireEvent.click(card.getByRole('radio', { name: /^Cautious/ }))
  expect(changes).toEqual([])
  const confirm = await screen.findByRole('button', { name: 'Make it cautious' })
  await waitFor(() => expect(confirm.hasAttribute('disabled')).toBe(false)) // for a moment after it appears
  fireEvent.click(confirm)
  await waitFor(() => expect(changes).toEqual([{ threshold: 'cautious' }]))
})
