import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openAddSource } from './add-source.fixture.ts'
import { refusedKind } from './file-kinds.ts'

it('refuses a dropped file of another kind by its name, in place, and sends the others', async () => {
  const { bodies } = await openAddSource('file')
  const dialog = within(await screen.findByRole('dialog', { name: 'Files' }))
  const files = [new File(['MZ'], 'bad.exe'), new File(['# Hours'], 'Hours.MD')]
  fireEvent.drop(dialog.getByText('Drop files here, or choose them'), { dataTransfer: { files } })
  expect(await dialog.findByText(/^This file ends in \.exe: only PDF, Word/)).toBeTruthy()
  expect(await dialog.findByText('Added, training begins')).toBeTruthy()
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toContain('Hours.MD')
})

it('leaves a name without an ending to the server', () => {
  expect(['README', '.hidden', 'a.pdf', 'b.v2.docx'].map(refusedKind)).toEqual(Array(4).fill(undefined))
  expect(refusedKind('table.xlsx')).toContain('.xlsx')
})
