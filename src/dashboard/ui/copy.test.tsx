import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CopyButton } from './copy.tsx'
import { Dialog, DialogContent } from './dialog.tsx'

/** What was copied, as a browser does: the selection of the field that has the focus. */
let copied: string | undefined
let allowed = true

beforeEach(() => {
  copied = undefined
  allowed = true
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  document.execCommand = () => {
    const { activeElement } = document
    if (!allowed || !(activeElement instanceof HTMLTextAreaElement)) return false
    copied = activeElement.value
    return true
  }
})
afterEach(cleanup)

function press() {
  render(
    <Dialog open>
      <DialogContent title="New key">
        <CopyButton value="baton_123" />
      </DialogContent>
    </Dialog>,
  )
  const button = screen.getByRole('button', { name: 'Copy' })
  button.focus()
  fireEvent.click(button)
  return button
}

it('copies in a dialog without the clipboard API, and leaves the focus where it was', async () => {
  const button = press()
  await waitFor(() => expect(button.textContent).toBe('Copied'))
  expect(copied).toBe('baton_123')
  expect(document.activeElement).toBe(button)
  expect(document.querySelector('textarea')).toBeNull()
})

it('does not say that it has copied what it could not', async () => {
  allowed = false
  const button = press()
  await new Promise((resolve) => setTimeout(resolve))
  expect(button.textContent).toBe('Copy')
})
