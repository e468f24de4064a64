import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openSettings } from './settings.fixture.ts'

it('chooses the mailbox from which visitors who have left are written to, and none again', async () => {
  const { changes } = await openSettings()
  const field = await screen.findByLabelText<HTMLSelectElement>('Mail answers from')
  expect(field.value).toBe('')
  await screen.findByRole('option', { name: 'Crew · crew@boats.example' })
  fireEvent.change(field, { target: { value: '0199c0de-0000-7000-8000-0000000000b1' } })
  await waitFor(() => expect(changes).toEqual([{ continuity_mailbox_id: '0199c0de-0000-7000-8000-0000000000b1' }]))
  fireEvent.change(field, { target: { value: '' } })
  await waitFor(() => expect(changes.at(-1)).toEqual({ continuity_mailbox_id: null }))
})
