import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Composer } from './composer.tsx'

afterEach(cleanup)

it('sends with Enter, but not with the one that confirms a word of an input method, in Safari neither', () => {
  const onSubmit = vi.fn()
  render(
    <Composer autoFocus={false} value="こんにちは" onChange={() => undefined} onSubmit={onSubmit} onStop={undefined} />,
  )
  const field = screen.getByRole('textbox')
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  expect(onSubmit).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(onSubmit).toHaveBeenCalledOnce()
})
