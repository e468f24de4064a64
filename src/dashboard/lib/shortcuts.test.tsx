import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { forgetKeys, holdKeys } from './held-keys.ts'
import { releaseKeys, useShortcut } from './shortcuts.ts'

afterEach(cleanup)

const goToInbox = vi.fn()
const create = vi.fn()
const palette = vi.fn()
const next = vi.fn()

const send = vi.fn()

function Composer() {
  const field = useRef<HTMLTextAreaElement>(null)
  useShortcut('mod+enter', 'Send', send, { whileTyping: field })
  return (
    <>
      <input aria-label="Search" />
      <textarea ref={field} aria-label="Reply" />
    </>
  )
}

function Page({ children }: { children?: ReactNode }) {
  useShortcut('g i', 'Go to Inbox', goToInbox)
  useShortcut('n', 'New', create)
  useShortcut('j', 'Next', next, { whileHeld: true })
  useShortcut('mod+k', 'Palette', palette, { whileTyping: true })
  return <div>{children}</div>
}

const press = (key: string, options: object = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...options })

afterEach(() => {
  vi.clearAllMocks()
  forgetKeys()
})

describe('useShortcut', () => {
  it('takes one key, keys in a row and keys held together', () => {
    render(<Page />)
    press('n')
    press('g')
    press('i')
    press('k', { ctrlKey: true })
    expect([create, goToInbox, palette].map((run) => run.mock.calls.length)).toEqual([1, 1, 1])
  })

  it('works in the one field it is for', () => {
    render(<Composer />)
    press('Enter', { ctrlKey: true }, screen.getByLabelText('Search'))
    expect(send).not.toHaveBeenCalled()
    press('Enter', { ctrlKey: true }, screen.getByLabelText('Reply'))
    expect(send).toHaveBeenCalledOnce()
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

  it('works beside a question that does not cover the page', () => {
    render(
      <Page>
        <div role="alertdialog" aria-modal="false" />
      </Page>,
    )
    press('n')
    expect(create).toHaveBeenCalledOnce()
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

  it('keeps keys for the place they are meant for, in the order they came', async () => {
    render(<Page />)
    holdKeys('second')
    press('j')
    press('n')
    press('j')
    press('k', { ctrlKey: true })
    expect([next, create, palette].map((run) => run.mock.calls.length)).toEqual([1, 0, 1])
    releaseKeys('first')
    await Promise.resolve()
    expect(create).not.toHaveBeenCalled()
    releaseKeys('second')
    await Promise.resolve()
    expect([next, create].map((run) => run.mock.calls.length)).toEqual([2, 1])
    press('n')
    expect(create).toHaveBeenCalledTimes(2)
  })

  it('goes by the key where another alphabet is written, and by the letter where it is Latin', async () => {
    render(<Page />)
    press('т', { code: 'KeyN' }) // the N key of a Russian keyboard
    press('ν', { code: 'KeyN' }) // the N key of a Greek keyboard
    press('л', { code: 'KeyK', ctrlKey: true })
    expect([create, palette].map((run) => run.mock.calls.length)).toEqual([2, 1])
    holdKeys('there')
    press('т', { code: 'KeyN' })
    releaseKeys('there')
    await Promise.resolve()
    expect(create).toHaveBeenCalledTimes(3)
    press('b', { code: 'KeyN' }) // the B key of a Dvorak keyboard, where QWERTY has N
    press("'", { code: 'KeyQ' })
    press('ñ', { code: 'KeyN' })
    expect(create).toHaveBeenCalledTimes(3)
    press('n', { code: 'KeyL' })
    expect(create).toHaveBeenCalledTimes(4)
  })

  it('forgets the keys for what does not come', async () => {
    vi.useFakeTimers()
    try {
      render(<Page />)
      holdKeys('gone')
      press('n')
      vi.advanceTimersByTime(11_000)
      releaseKeys('gone')
      await Promise.resolve()
      expect(create).not.toHaveBeenCalled()
      press('n')
      expect(create).toHaveBeenCalledTimes(1)
    } finally {
      vi.useRealTimers()
    }
  })
})
