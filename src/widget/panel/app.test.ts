// @vitest-environment happy-dom
import { h, render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultGreeting } from '#contract/greetings.ts'
import { App } from './app.tsx'
import type { Chat } from './chat.ts'
import { PanelContext } from './context.ts'
import words from './locales/en.ts'
import type { Conversation, Item, State, Widget } from './types.ts'

const widget = {
  name: 'Guide',
  greeting: 'Hello! How can I help you today?',
  starters: [],
  away_text: '',
  availability: 'away',
  ai: false,
  people: true,
}
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

  it('asks for no address where nobody is there, but says that the answer will be here', () => {
    const shown = () => [document.querySelectorAll('form input').length, document.querySelector('.bar')?.textContent]
    show(ready)
    expect(shown()).toEqual([
      0,
      'Nobody is here right now. Write to us, and we will answer as soon as we can. The answer will be here when you come back.',
    ])
    show({ ...ready, conversation })
    expect(shown()).toEqual([0, 'Nobody is here right now. The answer will be here when you come back.'])
    const withText = { ...ready.widget!, away_text: 'We sleep.' }
    for (const at of [null, conversation]) {
      show({ ...ready, conversation: at, widget: withText })
      expect(shown()).toEqual([0, 'We sleep.'])
    }
    // Where the AI answers, whether people are there is nothing to speak of.
    show({ ...ready, conversation: { ...conversation, response_mode: 'ai' }, widget: { ...withText, ai: true } })
    expect(shown()).toEqual([0, undefined])
  })

  /** A message as the server tells it. */
  const said = (position: number, role: string, content: string, author: string | null = null) =>
    ({
      position: `${position}.0`,
      at: '2026-01-01T00:00:00Z',
      message: { id: `m${position}`, role, content, action: null, sources: [], author: author && { name: author } },
    }) as unknown as Item
  const happened = (position: string, type: string, author: string | null = null) =>
    ({ position, at: '2026-01-01T00:00:00Z', event: { type, author: author && { name: author } } }) as unknown as Item

  it.each([
    ['AI, and people can take over', { ai: true, people: true }, 'Answers by AI · a person can take over'],
    ['AI alone', { ai: true, people: false }, 'Answers by AI'],
    ['people alone', { ai: false, people: true }, 'Answers by people'],
    ['nobody', { ai: false, people: false }, undefined],
  ])('says below the name who answers: %s', (_, who, line) => {
    show({ ...ready, widget: { ...ready.widget!, ...who } })
    expect(document.querySelector('header h1 + p')?.textContent).toBe(line)
    // Whoever hears the page instead of seeing it hears it with the field that has the focus.
    const described = document.querySelector('textarea')?.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toBe(line)
  })

  it('says below the name that the visitor waits for a person, and with whom they speak', () => {
    const line = () => document.querySelector('header h1 + p')?.textContent
    const withPeople = { ...ready, conversation, widget: { ...ready.widget!, ai: true } }
    const asked = [said(1, 'visitor', 'Hello'), happened('1.1', 'handed_over')]
    show({ ...withPeople, items: asked })
    expect(line()).toBe('Waiting for a person')
    show({ ...withPeople, items: [...asked, said(2, 'human', 'Yes?', 'Ana')] })
    expect(line()).toBe('With Ana')
    show({ ...withPeople, items: [...asked, happened('1.2', 'handed_over', 'Ben')] })
    expect(line()).toBe('With Ben')
    const again = [said(2, 'human', 'Yes?', 'Ana'), happened('2.1', 'given_back'), happened('2.2', 'handed_over')]
    show({ ...withPeople, items: [...asked, ...again] })
    expect(line()).toBe('Waiting for a person')
    show({ ...withPeople, items: [...asked, said(2, 'human', 'By a program')] })
    expect(line()).toBe('Answers by people')
    show({ ...withPeople, conversation: { ...conversation, response_mode: 'ai' }, items: [...asked, ...again] })
    expect(line()).toBe('Answers by AI · a person can take over')
  })

  it('marks what the AI writes, to be seen and heard, and nothing that anybody else writes', () => {
    const marks = () =>
      [...document.querySelectorAll('.message')].map((message) => {
        const mark = message.querySelector('.ai')
        return mark && [mark.textContent, mark.querySelector('[aria-hidden]')?.textContent]
      })
    const byAi = ['AIWritten by AI: ', 'AI']
    const items = [said(1, 'visitor', 'Hello'), said(2, 'assistant', 'Hi'), said(3, 'human', 'Hi', 'Ana')]
    const withAi = { ...ready, widget: { ...ready.widget!, ai: true } }
    show({ ...withAi, conversation, items, reply: { id: 'r', seq: 0, text: 'We are' } })
    expect(marks()).toEqual([null, byAi, null, byAi])
    show(withAi)
    expect(marks()).toEqual([byAi]) // the greeting
    show(ready)
    expect(marks()).toEqual([null])
  })

  it('greets as an AI assistant where its owner wrote no other greeting, but not where people answer', () => {
    const greeting = () => document.querySelector('.message .prose')?.textContent
    const unwritten = { ...ready.widget!, greeting: defaultGreeting }
    show({ ...ready, widget: { ...unwritten, ai: true } })
    expect(greeting()).toBe('Hello! I am an AI assistant. How can I help you today?')
    show({ ...ready, widget: { ...unwritten, ai: false } })
    expect(greeting()).toBe('Hello! How can I help you today?')
    show({ ...ready, widget: { ...ready.widget!, ai: true, greeting: 'Ahoy!' } })
    expect(greeting()).toBe('Ahoy!')
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
