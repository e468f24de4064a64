import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { SaveFooter } from './save-footer.tsx'

afterEach(cleanup)

function Form({ onSave }: { onSave: () => void }) {
  const [dirty, setDirty] = useState(true)
  const save = () => {
    onSave()
    setDirty(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <SaveFooter dirty={dirty} pending={false} saved={!dirty} onDiscard={() => setDirty(false)} />
    </form>
  )
}

it('keeps the focus on Save, which does nothing more once saved', () => {
  const onSave = vi.fn()
  render(<Form onSave={onSave} />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  button.focus()
  fireEvent.click(button)
  expect(screen.getByRole('status').textContent).toBe('Saved')
  expect(button.disabled).toBe(false)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  expect(onSave).toHaveBeenCalledTimes(1)
})

it('gives the focus to Save when Discard goes', () => {
  render(<Form onSave={() => undefined} />)
  const discard = screen.getByRole('button', { name: 'Discard' })
  discard.focus()
  fireEvent.click(discard)
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }))
})
