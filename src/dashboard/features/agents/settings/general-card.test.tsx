import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openSettings } from './settings.fixture.ts'

async function openCard() {
  const { serve } = await openSettings()
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  const description = screen.getByLabelText<HTMLTextAreaElement>(/^Description/)
  const save = () => name.closest('form')?.querySelector('[type=submit]')?.getAttribute('aria-disabled')
  return { serve, name, description, save }
}

it('keeps what is being typed while somebody else saves the agent, and follows them elsewhere', async () => {
  const { serve, name, description, save } = await openCard()
  fireEvent.change(name, { target: { value: 'Help desk, nights' } })
  await act(() => serve({ description: 'Answers guests.' }))
  await waitFor(() => expect(description.value).toBe('Answers guests.'))
  expect(name.value).toBe('Help desk, nights')
  expect(save()).toBeNull()
  expect(screen.queryByText(/^Somebody else/)).toBeNull()
})

it('says that visitors see the name', async () => {
  await openCard()
  expect(screen.getByText('Visitors see it at the top of the chat.')).toBeTruthy()
})

it('says so where somebody else has changed what is being typed, until it is discarded', async () => {
  const { serve, name, save } = await openCard()
  fireEvent.change(name, { target: { value: 'Help desk, nights' } })
  await act(() => serve({ name: 'Reception' }))
  expect(await screen.findByText(/^Somebody else has changed this meanwhile/)).toBeTruthy()
  expect(name.value).toBe('Help desk, nights')
  expect(save()).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(name.value).toBe('Reception'))
  expect(screen.queryByText(/^Somebody else/)).toBeNull()
  expect(save()).toBe('true')
})
