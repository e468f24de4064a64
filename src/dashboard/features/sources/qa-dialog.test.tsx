import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
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

it('adds pasted cells with the rest when the form is sent at once', async () => {
  const { bodies } = await openAddSource('qa')
  const dialog = within(await screen.findByRole('dialog', { name: 'Questions and answers' }))
  const write = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  write('Question 1', 'Is there a sauna?')
  write('Answer 1', 'From 16:00.')
  fireEvent.click(dialog.getByRole('button', { name: 'Paste from a spreadsheet' }))
  write('Cells', 'Is there a lift?\tYes.\nIs there a pool?\tIn summer.')
  fireEvent.click(dialog.getByRole('button', { name: 'Add and train' }))
  const questions = [
    { question: 'Is there a sauna?', answer: 'From 16:00.' },
    { question: 'Is there a lift?', answer: 'Yes.' },
    { question: 'Is there a pool?', answer: 'In summer.' },
  ]
  await waitFor(() => expect(bodies).toMatchObject([{ type: 'qa', questions }]))
})

it('sends nothing while pasted cells can’t be read, and says so beside them', async () => {
  const { bodies } = await openAddSource('qa')
  const dialog = within(await screen.findByRole('dialog', { name: 'Questions and answers' }))
  const write = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  write('Question 1', 'Is there a sauna?')
  write('Answer 1', 'From 16:00.')
  fireEvent.click(dialog.getByRole('button', { name: 'Paste from a spreadsheet' }))
  write('Cells', 'Is there a lift?\tYes.\nIs there a pool?')
  await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Add and train' })))
  expect(await dialog.findByText(/^1 row lacks its question or its answer/)).toBeTruthy()
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Cells').value).toBe('Is there a pool?')
  expect(dialog.getByLabelText<HTMLInputElement>('Question 2').value).toBe('Is there a lift?')
  expect(bodies).toEqual([])
})

it('says nothing against a row that was added after a refused submit, until it is sent too', async () => {
  await openAddSource('qa')
  const dialog = within(await screen.findByRole('dialog', { name: 'Questions and answers' }))
  const press = (name: string) => act(async () => void fireEvent.click(dialog.getByRole('button', { name })))
  const invalid = () => dialog.getAllByLabelText(/^Question \d/).map((input) => input.getAttribute('aria-invalid'))
  await press('Add and train')
  await waitFor(() => expect(invalid()).toEqual(['true']))
  await press('Add a question')
  await press('Add a question')
  expect(invalid()).toEqual(['true', null, null])
  await press('Remove question 2')
  expect(invalid()).toEqual(['true', null])
  await press('Add and train')
  await waitFor(() => expect(invalid()).toEqual(['true', 'true']))
})
