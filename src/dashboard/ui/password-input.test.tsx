import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PasswordInput } from './password-input.tsx'

afterEach(cleanup)

it('shows what is typed when asked to, and hides it again, at the latest when it is sent', () => {
  render(
    <form onSubmit={(event) => event.preventDefault()}>
      <label htmlFor="password">Password</label>
      <PasswordInput id="password" autoComplete="current-password" />
    </form>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  fireEvent.change(field, { target: { value: 'open sesame' } })
  expect(field.type).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show what is typed' }))
  expect([field.type, field.value]).toEqual(['text', 'open sesame'])
  fireEvent.click(screen.getByRole('button', { name: 'Hide what is typed' }))
  expect(field.type).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show what is typed' }))
  fireEvent.submit(field.form!)
  expect([field.type, field.value]).toEqual(['password', 'open sesame'])
})
