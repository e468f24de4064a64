// @vitest-environment happy-dom
import { h, render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { App } from './app.tsx'
import type { Chat } from './chat.ts'
import { PanelContext } from './context.ts'
import words from './locales/en.ts'
import type { Conversation, State, Widget } from './types.ts'

const widget = { name: 'Guide', greeting: 'Hello!', starters: [], away_text: '', availability: 'away', ai: false }
const conversation = { id: 'c', status: 'open', response_mode: 'human', read_position: '0.0' } as Conversation
const ready: State = {
  phase: 'ready',
  widget: widget as unknown as Widget,
  visitor: { name: null, email: null, identity_verified: false },
  conversation: null,
  items: [],
  unsent: [],
  reply: null,
  writer: null,
  isAlone: false,
  isOffline: false,
}

/** Shows the panel in a state, with a chat that does nothing but note what it was asked for. */
function show(state: State) {
  const chat = { send: vi.fn(), writes: vi.fn() }
  const panel = { chat: chat as unknown as Chat, words, language: 'en' } as const
  const app = h(App, { state, close: undefined, isPreview: false })
  act(() => render(h(PanelContext.Provider, { value: panel }, app), document.body))
  return chat
}

describe('the panel', () => {
  afterEach(() => render(null, document.body))

  it('asks for an address where nobody is there, once there is a conversation in which it is seen', () => {
    const field = () => document.querySelector('input[type=email]')
    show(ready)
    expect(field()).toBeNull()
    expect(document.querySelector('.bar')?.textContent).toMatch(
      /^Nobody is here right now\. Write to us, and we will answer/,
    )
    show({ ...ready, widget: { ...ready.widget!, away_text: 'We sleep.' } })
    expect([field(), document.querySelector('.bar')?.textContent]).toEqual([null, 'We sleep.'])
    show({ ...ready, conversation })
    expect(field()).not.toBeNull()
    expect(document.querySelector('.bar')?.textContent).toMatch(/^Nobody is here right now\. Leave your e-mail address/)
  })

  it('sends with Enter, but not with the one that confirms a word of an input method', () => {
    const chat = show(ready)
    const field = document.querySelector('textarea')!
    const press = (init: object) => act(() => void field.dispatchEvent(new KeyboardEvent('keydown', init)))
    field.value = '東京'
    act(() => void field.dispatchEvent(new Event('input', { bubbles: true })))
    const enter = { key: 'Enter', bubbles: true }
    press({ ...enter, isComposing: true })
    press({ ...enter, keyCode: 229 }) // as Safari tells it, after the composition has ended
    expect(chat.send).not.toHaveBeenCalled()
    press(enter)
    expect(chat.send.mock.calls).toEqual([['東京']])
  })
})
