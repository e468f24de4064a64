import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openAddSource } from './add-source.fixture.ts'

it('keeps pasted cells until they are added, and asks before it throws them away', async () => {
  await openAddSource('qa')
  const dialog = within(await screen.findByRole('dialog', { name: 'Questions and answers' }))
  const toggle = dialog.getByRole('button', { name: 'Paste from a spreadsheet' })
  fireEvent.click(toggle)
  fireEvent.change(dialog.getByLabelText('Cells'), { target: { value: 'Is there a lift?\tYes.' } })
  fireEvent.click(toggle)
  fireEvent.click(toggle)
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Cells').value).toBe('Is there a lift?\tYes.')
  await act(async () => void fireEvent.keyDown(dialog.getByLabelText('Cells'), { key: 'Escape' }))
  expect(await screen.findByText('The cells you pasted are not added yet and will be lost.')).toBeTruthy()
})
