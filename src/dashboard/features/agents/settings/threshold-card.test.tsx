import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openSettings } from './settings.fixture.ts'

it('saves at once how sure the agent must be', async () => {
  const { changes } = await openSettings()
  const card = within(await screen.findByRole('group', { name: 'How sure it must be' }))
  expect(card.getByRole<HTMLInputElement>('radio', { name: /^Balanced/ }).checked).toBe(true)
  fireEvent.click(card.getByRole('radio', { name: /^Cautious/ }))
  await waitFor(() => expect(changes).toEqual([{ threshold: 'cautious' }]))
})
