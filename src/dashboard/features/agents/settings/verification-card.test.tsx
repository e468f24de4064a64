import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openSettings } from './settings.fixture.ts'

const card = async () => within(await screen.findByRole('group', { name: 'Checking what it writes' }))
const chosenIn = (group: Awaited<ReturnType<typeof card>>) =>
  group.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)

it('shows how replies are held to their sources, and saves another way at once', async () => {
  const { changes } = await openSettings()
  const group = await card()
  expect(chosenIn(group)).toEqual([true, false, false])
  fireEvent.click(group.getByRole('radio', { name: /^Keep it, and mark it for us/ }))
  await waitFor(() => expect(chosenIn(group)).toEqual([false, true, false]))
  fireEvent.click(group.getByRole('radio', { name: /^Check nothing/ }))
  await waitFor(() => expect(changes).toEqual([{ verification: 'marked' }, { verification: 'off' }]))
  await waitFor(() => expect(chosenIn(group)).toEqual([false, false, true]))
})

it('goes back to what is stored where the server refuses another way, and says so', async () => {
  await openSettings('settings', { isRefused: true })
  const group = await card()
  fireEvent.click(group.getByRole('radio', { name: /^Check nothing/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('The check was not changed')
  expect(chosenIn(group)).toEqual([true, false, false])
})
