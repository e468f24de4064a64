import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openAddSource } from './add-source.fixture.ts'

const source = { id: '0199c0de-0000-7000-8000-0000000000b1', status: 'completed', task_id: 'training' }
const KNOWN = 'https://example.com/help'

async function openDialog() {
  const { bodies } = await openAddSource('url', [{ ...source, url: KNOWN }])
  const dialog = within(await screen.findByRole('dialog', { name: 'Web pages' }))
  return {
    bodies,
    dialog,
    write: (value: string) => fireEvent.change(dialog.getByLabelText('Addresses'), { target: { value } }),
  }
}

it('leaves out what is a source already and what is repeated, and says so', async () => {
  const { bodies, dialog, write } = await openDialog()
  write('example.com/help\nexample.com/prices\nexample.com/prices#top')
  const list = await dialog.findByRole('list', { name: 'Sources already' })
  expect(list.textContent).toContain('Line 1example.com/helpIs a source already.')
  expect(dialog.getByText('1 repeated line left out.')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Add page' }))
  await waitFor(() => expect(bodies).toEqual([{ type: 'url', urls: ['https://example.com/prices'] }]))
})

it('adds a page a second time only when asked to', async () => {
  const { bodies, dialog, write } = await openDialog()
  write('example.com/help')
  const add = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add page' })
  const again = await dialog.findByLabelText('Add it a second time')
  expect(add.disabled).toBe(true)
  fireEvent.click(again)
  fireEvent.click(add)
  await waitFor(() => expect(bodies).toEqual([{ type: 'url', urls: [KNOWN] }]))
})

it('asks before it throws a single line away', async () => {
  const { dialog, write } = await openDialog()
  write('example.com/prices')
  await act(async () => void fireEvent.keyDown(dialog.getByLabelText('Addresses'), { key: 'Escape' }))
  expect(await screen.findByText('1 line you wrote will be lost.')).toBeTruthy()
})
