import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useShortcut } from './shortcuts.ts'
import './vanished-field.ts'

const close = vi.fn()

function Page({ withField }: { withField: boolean }) {
  useShortcut('e', 'Close', close)
  return withField ? <input aria-label="Reply" /> : null
}

afterEach(() => {
  vi.clearAllMocks()
  fireEvent.pointerDown(document.body)
  cleanup()
})

/** The page's time, which passes only where a test says so: it is about moments of less than a second. */
let now = 0
vi.spyOn(performance, 'now').mockImplementation(() => now)
vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => now)

/** Lets time pass, after what observers of the page have to say. */
async function pause(ms: number) {
  await new Promise((resolve) => setTimeout(resolve))
  now += ms
}
const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key })

async function write(text: string) {
  const page = render(<Page withField />)
  await pause(1_100) // long enough after the previous test's click for it not to count
  const field = screen.getByLabelText('Reply')
  field.focus()
  for (const key of text) press(key, field)
  return { ...page, field }
}

it('takes what is typed on after its field has gone, until a moment passes without a key', async () => {
  const { rerender } = await write('th')
  await pause(1_200)
  rerender(<Page withField={false} />)
  await pause(700)
  press('e')
  await pause(700)
  press('e')
  expect(close).not.toHaveBeenCalled()
  await pause(1_100)
  press('e')
  expect(close).toHaveBeenCalledOnce()
})

it('leaves the keys alone when the field was left on purpose, or is done with', async () => {
  const { field, rerender } = await write('th')
  press('Enter', field)
  rerender(<Page withField={false} />)
  press('e')
  expect(close).toHaveBeenCalledOnce()
})

it('leaves them alone when a field that stays has passed the focus on', async () => {
  const { field } = await write('th')
  await pause(1_200)
  field.blur()
  await pause(0)
  press('e')
  expect(close).toHaveBeenCalledOnce()
})
