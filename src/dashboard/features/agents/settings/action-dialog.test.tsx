import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openSettings } from './settings.fixture.ts'

it('says nothing against a field that was added after a refused submit, until it had its chance', async () => {
  await openSettings('developers')
  const open = await screen.findByRole('button', { name: /^(New|Add an?) action/ })
  await act(async () => void fireEvent.click(open))
  const dialog = within(await screen.findByRole('dialog', { name: 'New action' }))
  const submit = () => act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Create action' })))
  const invalid = () => dialog.getAllByLabelText('Label').map((label) => label.getAttribute('aria-invalid'))
  await submit()
  await waitFor(() => expect(invalid()).toEqual(['true']))
  await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Add a field' })))
  expect(invalid()).toEqual(['true', null])
  await submit()
  await waitFor(() => expect(invalid()).toEqual(['true', 'true']))
})
