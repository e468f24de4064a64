import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useShortcut } from './shortcuts.ts'

afterEach(cleanup)

const goToInbox = vi.fn()
const create = vi.fn()
const palette = vi.fn()

function Page({ children }: { children?: ReactNode }) {
  useShortcut('g i', 'Go to Inbox', goToInbox)
  useShortcut('n', 'New', create)
  useShortcut('mod+k', 'Palette', palette, { whileTyping: true })
  return <div>{children}</div>
}

const press = (key: string, options: object = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...options })

afterEach(() => vi.clearAllMocks())

describe('useShortcut', () => {
  it('takes one key, keys in a row and keys held together', () => {
    render(<Page />)
    press('n')
    press('g')
    press('i')
    press('k', { ctrlKey: true })
    expect([create, goToInbox, palette].map((run) => run.mock.calls.length)).toEqual([1, 1, 1])
  })

  it('ignores what is typed, but for keys that ask to work there', () => {
    render(
      <Page>
        <input aria-label="Name" />
      </Page>,
    )
    const input = screen.getByLabelText('Name')
    press('n', {}, input)
    press('k', { metaKey: true }, input)
    expect(create).not.toHaveBeenCalled()
    expect(palette).toHaveBeenCalledTimes(1)
  })

  it('leaves the page alone beneath a dialog', () => {
    render(
      <Page>
        <div role="dialog" />
      </Page>,
    )
    press('n')
    expect(create).not.toHaveBeenCalled()
  })

  it('lets the later of two with the same keys win, and steps back when it goes', () => {
    const inner = vi.fn()
    const Inner = () => {
      useShortcut('n', 'New, here', inner)
      return null
    }
    const { rerender } = render(<Page />)
    rerender(
      <Page>
        <Inner />
      </Page>,
    )
    press('n')
    rerender(<Page />)
    press('n')
    expect(inner).toHaveBeenCalledTimes(1)
    expect(create).toHaveBeenCalledTimes(1)
  })
})
