import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refuse, type TestAnswer } from '#dashboard/testing/test-server.ts'
import { openAddSource } from './add-source.fixture.ts'

const KNOWN = 'https://example.com/help'

async function openDialog(refused?: TestAnswer) {
  const { bodies } = await openAddSource('url', [KNOWN], refused)
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

it('leads to the first line that the server refused', async () => {
  const details = [{ field: 'urls.1', message: 'leads to a private address' }]
  const { dialog, write } = await openDialog(refuse(422, 'validation_failed', details))
  write('https://example.com/prices\n\nhttps://10.0.0.1/x\nhttps://example.com/rooms')
  const add = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add 3 pages' })
  await waitFor(() => expect(add.disabled).toBe(false))
  add.focus()
  fireEvent.click(add)
  expect(await dialog.findByText('Leads to a private address.')).toBeTruthy()
  const editor = dialog.getByLabelText<HTMLTextAreaElement>('Addresses')
  expect(document.activeElement).toBe(editor)
  expect(editor.value.slice(editor.selectionStart, editor.selectionEnd)).toBe('https://10.0.0.1/x')
})

it('says on the button why it adds nothing, and leaves out bad lines when asked to', async () => {
  const { bodies, dialog, write } = await openDialog()
  write('example.com/prices\nnot an address\nexample.com/rooms')
  const mend = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Mend 1 line first' })
  expect(mend.disabled).toBe(true)
  fireEvent.click(dialog.getByLabelText('Leave it out'))
  const add = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Add 2 pages' })
  await waitFor(() => expect(add.disabled).toBe(false))
  fireEvent.click(add)
  await waitFor(() =>
    expect(bodies).toEqual([{ type: 'url', urls: ['https://example.com/prices', 'https://example.com/rooms'] }]),
  )
})

it('leaves out what the server refused, too', async () => {
  const details = [{ field: 'urls.1', message: 'leads to a private address' }]
  const { bodies, dialog, write } = await openDialog(refuse(422, 'validation_failed', details))
  write('https://example.com/prices\nhttps://10.0.0.1/x')
  const add = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add 2 pages' })
  await waitFor(() => expect(add.disabled).toBe(false))
  fireEvent.click(add)
  fireEvent.click(await dialog.findByLabelText('Leave it out'))
  fireEvent.click(await dialog.findByRole('button', { name: 'Add page' }))
  await waitFor(() => expect(bodies.at(-1)).toEqual({ type: 'url', urls: ['https://example.com/prices'] }))
})
