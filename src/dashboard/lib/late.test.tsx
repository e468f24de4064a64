import { act, cleanup, render, screen } from '@testing-library/react'
import { type ReactElement, Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { dispensable, late, loadable } from './late.tsx'

afterEach(cleanup)

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>
const Field = ({ label }: { label: string }) => <input aria-label={label} />

/** Renders and waits, as React requires when a component suspends in a test. */
const show = (element: ReactElement) => act(async () => render(element))

it('shows its fallback until the code is there, and from then on nothing but the component', async () => {
  const coming = Promise.withResolvers<{ Greeting: typeof Greeting }>()
  const load = vi.fn(() => coming.promise)
  const Late = late(load, 'Greeting', <p>Loading</p>)
  const first = await show(<Late name="Ana" />)
  expect(screen.getByText('Loading')).toBeTruthy()
  await act(async () => coming.resolve({ Greeting }))
  expect(screen.getByText('Hello Ana')).toBeTruthy()
  first.unmount()
  render(<Late name="Rui" />)
  expect(screen.getByText('Hello Rui')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

it('keeps what it holds when it is shown again with other props', async () => {
  const Late = late(async () => ({ Field }), 'Field')
  const shown = await show(<Late label="First" />)
  const field = screen.getByLabelText<HTMLInputElement>('First')
  field.value = 'written'
  shown.rerender(<Late label="Second" />)
  expect(screen.getByLabelText<HTMLInputElement>('Second').value).toBe('written')
})

it('is asked for again after a failure, and ahead of being shown', async () => {
  let isUp = false
  const load = vi.fn(async () => (isUp ? { Greeting } : Promise.reject(new Error('The line is down.'))))
  const Later = loadable(load, 'Greeting')
  await Later.preload()
  isUp = true
  await Later.preload()
  render(
    <Suspense fallback="Loading">
      <Later name="Ana" />
    </Suspense>,
  )
  expect(screen.getByText('Hello Ana')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

it('leaves out what a screen can do without while its code can’t be fetched, and fetches it when that is shown anew', async () => {
  let isUp = false
  const load = vi.fn(async () => (isUp ? { Greeting } : Promise.reject(new Error('The line is down.'))))
  const Extra = dispensable(load, 'Greeting')
  const first = await show(
    <main>
      Words <Extra name="Ana" />
    </main>,
  )
  expect(screen.getByRole('main').textContent).toBe('Words ')
  isUp = true
  first.unmount()
  await show(<Extra name="Rui" />)
  expect(screen.getByText('Hello Rui')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})
