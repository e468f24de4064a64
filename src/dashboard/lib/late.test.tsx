import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { late } from './late.tsx'

afterEach(cleanup)

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

it('shows its fallback until the code is there, and from then on nothing but the component', async () => {
  const load = vi.fn(async () => Greeting)
  const Late = late(load, <p>Loading</p>)
  const first = render(<Late name="Ana" />)
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(await screen.findByText('Hello Ana')).toBeTruthy()
  first.unmount()
  render(<Late name="Rui" />)
  expect(screen.getByText('Hello Rui')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

it('keeps what it holds when it is shown again with other props', async () => {
  const Late = late<{ name: string }>(async () => ({ name }) => <input aria-label={name} />)
  const shown = render(<Late name="First" />)
  const field = (await screen.findByLabelText('First')) as HTMLInputElement
  field.value = 'written'
  shown.rerender(<Late name="Second" />)
  expect(screen.getByLabelText('Second')).toBe(field)
})
