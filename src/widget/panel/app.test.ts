// @vitest-environment happy-dom
import { h, render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultGreeting } from '#contract/greetings.ts'
import { Refusal } from './api.ts'
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
const conversation = {
  id: 'c',
  status: 'open',
  response_mode: 'human',
  read_position: '0.0',
  waiting: null,
  person: null,
} as unknown as Conversation
const ready: State = {
  phase: 'ready',
  widget: widget as unknown as Widget,
  visitor: { name: null, email: null, identity_verified: false },
  conversation: null,
  items: [],
  unsent: [],
  rated: new Map(),
  reply: null,
  writer: null,
  isOffline: false,
}

/** Shows the panel in a state, with a chat that does nothing but note what it was asked for. */
function show(state: State, surroundings: { close?: () => void; isPreview?: boolean; isByLink?: boolean } = {}) {
  const chat = {
    send: vi.fn(),
    writes: vi.fn(),
    rate: vi.fn(async (_: object) => {}),
    askForPerson: vi.fn(async () => {}),
    handBack: vi.fn(async () => {}),
    decline: vi.fn(async (_: string) => {}),
    fillIn: vi.fn(async (_: string, __: object) => {}),
    stopMails: vi.fn(async () => {}),
  }
  const panel = { chat: chat as unknown as Chat, words, language: 'en' } as const
  const redraw = (next: State) => {
    const app = h(App, { state: next, close: undefined, isPreview: false, isByLink: false, ...surroundings })
    render(h(PanelContext.Provider, { value: panel }, app), document.body)
  }
  act(() => redraw(state))
  return { ...chat, redraw }
}

/** Does something, and waits until what follows from it is drawn. */
const settled = (work: () => unknown) =>
  act(async () => {
    work()
    await new Promise((done) => setTimeout(done))
  })
const submit = (form: HTMLFormElement) =>
  settled(() => form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })))

describe('the panel', () => {
  afterEach(() => render(null, document.body))

  it('asks for no address where nobody is there, but says that the answer will be here', () => {
    const shown = () => [
      document.querySelectorAll('form input:not([hidden])').length,
      document.querySelector('.bar')?.textContent,
    ]
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
      expect(shown()).toEqual([0, 'We sleep. The answer will be here when you come back.'])
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
      message: {
        ...{
          id: `m${position}`,
          role,
          content,
          action: null,
          sources: [],
          cited: [],
          attachments: [],
          author: author && { name: author },
        },
        ...{ offer: null, rateable: role === 'assistant' },
      },
    }) as unknown as Item
  /** A message that offers a person; null: which has been answered. */
  const offered = (position: number, offer: 'person' | null) => {
    const item = said(position, 'assistant', 'I don’t know this. Shall I get a person?')
    return { ...item, message: { ...('message' in item && item.message), offer, rateable: false } } as Item
  }
  const happened = (position: string, type: string, author: string | null = null) => {
    const tells_when = type === 'handed_over' && author === null
    const event = { type, author: author && { name: author }, tells_when }
    return { position, at: '2026-01-01T00:00:00Z', event } as unknown as Item
  }

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
    const withPeople = {
      ...ready,
      conversation,
      widget: { ...ready.widget!, ai: true, availability: 'people' as const },
    }
    const asked = [said(1, 'visitor', 'Hello'), happened('1.1', 'handed_over')]
    const waiting = { since: '2026-01-01T00:00:00Z', usual_minutes: null, back_at: null }
    const waits = (more: object) => ({
      ...withPeople,
      items: asked,
      conversation: { ...conversation, waiting: { ...waiting, ...more } },
    })
    show(waits({}))
    expect(line()).toBe('Waiting for a person')
    show({ ...waits({}), widget: { ...withPeople.widget, availability: 'away' } })
    expect(line()).toBe('Away')
    show(waits({ usual_minutes: 8 }))
    expect(line()).toBe('Waiting for a person · usually 8 min')
    const today = new Date(new Date().setHours(23, 59)).toISOString()
    show(waits({ back_at: today }))
    expect(line()).toMatch(/^Away · back at 11:59.PM$/)
    show(waits({ back_at: new Date(Date.now() + 3 * 86_400_000).toISOString() }))
    expect(line()).toMatch(/^Away · back [A-Z][a-z]{2} /)
    const face = () => document.querySelector('header .face')?.textContent
    const initialsOfAgent = face()
    show({ ...withPeople, conversation: { ...conversation, person: { name: 'Ana', initials: 'AS' } } })
    expect([line(), face()]).toEqual(['With Ana', 'AS'])
    expect(initialsOfAgent).not.toBe('AS')
    show({ ...withPeople, items: [...asked, said(2, 'human', 'Yes?', 'Ana')] })
    expect(line()).toBe('With Ana')
    show({ ...withPeople, items: [...asked, happened('1.2', 'handed_over', 'Ben')] })
    expect(line()).toBe('With Ben')
    const again = [said(2, 'human', 'Yes?', 'Ana'), happened('2.1', 'given_back'), happened('2.2', 'handed_over')]
    show({ ...waits({}), items: [...asked, ...again] })
    expect(line()).toBe('Waiting for a person')
    show({ ...withPeople, items: [...asked, said(2, 'human', 'By a program')] })
    expect(line()).toBe('Answers by people')
    show({ ...withPeople, conversation: { ...conversation, response_mode: 'ai' }, items: [...asked, ...again] })
    expect(line()).toBe('Answers by AI · a person can take over')
  })

  it('says that nobody is there, unless a hand-over has said so or a person was here a moment ago', () => {
    const isSaid = () => document.body.textContent.includes(words.away)
    const withAi = { ...ready, conversation, widget: { ...ready.widget!, ai: true } }
    const asked = said(1, 'visitor', 'Hello')
    show({ ...withAi, items: [asked, happened('1.1', 'handed_over')] })
    expect(isSaid()).toBe(false)
    show({ ...withAi, items: [asked, happened('1.1', 'handed_over', 'Ana')] })
    expect(isSaid()).toBe(false) // Ana is here
    const later = { ...said(2, 'visitor', 'Anybody?'), at: '2026-01-01T01:00:00Z' }
    show({ ...withAi, items: [asked, happened('1.1', 'handed_over', 'Ana'), later] })
    expect(isSaid()).toBe(true)
  })

  it('shows that the AI is answering while it is, and not because a visitor wrote last', () => {
    const marks = () => [...document.querySelectorAll('.mark')].map(({ textContent }) => textContent)
    const isAnswering = () => marks().includes(words.typing)
    const asked = { ...ready, items: [said(1, 'visitor', 'Hello')] }
    const withAi = { ...conversation, response_mode: 'ai' as const, reply: null }
    show({ ...asked, conversation: withAi })
    expect(isAnswering()).toBe(false)
    const answered = { ...withAi, reply: { since: '2026-01-01T00:00:00Z' } }
    show({ ...asked, conversation: answered })
    expect(isAnswering()).toBe(true)
    show({ ...asked, conversation: answered, reply: { id: 'r', seq: 0, text: 'We are' } })
    expect(isAnswering()).toBe(false)
  })

  it('offers to ask the assistant instead, from a hand-over until a person has written', async () => {
    const withAi = { ...ready, conversation, widget: { ...ready.widget!, ai: true } }
    const button = () =>
      [...document.querySelectorAll<HTMLElement>('button')].find(
        ({ textContent }) => textContent === 'Ask the assistant instead',
      )
    const asked = [said(1, 'human', 'Earlier', 'Ana'), said(2, 'visitor', 'Hello'), happened('2.1', 'handed_over')]
    const chat = show({ ...withAi, items: asked })
    await settled(() => button()?.click())
    expect(chat.handBack).toHaveBeenCalledOnce()
    chat.handBack.mockRejectedValueOnce(new Error('refused'))
    await settled(() => button()?.click())
    expect(document.querySelector('[role="alert"]')?.textContent).toBe('That did not work. Try again in a moment.')
    show({ ...withAi, items: [...asked, said(3, 'human', 'Yes?', 'Ana')] })
    expect(button()).toBeUndefined()
    show({ ...ready, conversation, items: asked }) // only people answer here
    expect(button()).toBeUndefined()
    show({ ...withAi, conversation: { ...conversation, response_mode: 'ai' }, items: asked })
    expect(button()).toBeUndefined()
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

  it('asks below each answer of the AI whether it helped, if not what was wrong, and whether a person is wanted', async () => {
    const items = [
      said(0, 'assistant', 'Welcome'),
      said(1, 'visitor', 'Hello'),
      said(2, 'assistant', 'Hi'),
      said(3, 'assistant', 'A person comes'),
      happened('3.1', 'handed_over'),
      offered(4, null),
    ]
    const state = {
      ...ready,
      conversation: { ...conversation, response_mode: 'ai' as const },
      widget: { ...ready.widget!, ai: true },
      items,
    }
    const chat = show(state)
    const named = (name: string) => document.querySelector<HTMLElement>(`button[aria-label="${name}"]`)!
    expect(document.querySelectorAll('.thumbs')).toHaveLength(1) // not below the greeting, an offer, or the words with which the AI hands over
    await settled(() => named('Not helpful').click())
    expect(chat.rate.mock.calls).toEqual([[{ message_id: 'm2', score: 'bad' }]])
    act(() => chat.redraw({ ...state, rated: new Map([['m2', 'bad']]) }))
    expect(named('Not helpful').getAttribute('aria-pressed')).toBe('true')
    const form = document.querySelector<HTMLFormElement>('.message form')!
    form.querySelector('input')!.value = ' The price is old '
    await submit(form)
    expect(chat.rate.mock.calls[1]).toEqual([{ message_id: 'm2', score: 'bad', comment: 'The price is old' }])
    expect(document.querySelector('.message form')).toBeNull()
    expect(document.querySelector('.asks')?.textContent).toBe('Shall I get a person? Talk to a person')
    await settled(() => document.querySelector<HTMLElement>('.asks button')!.click())
    expect(chat.askForPerson).toHaveBeenCalledOnce()
    // Whoever writes on is asked no more about it.
    act(() =>
      chat.redraw({ ...state, items: [...items, said(5, 'visitor', 'And for two?')], rated: new Map([['m2', 'bad']]) }),
    )
    expect(named('Not helpful').getAttribute('aria-pressed')).toBe('true')
    expect([document.querySelector('.asks'), document.querySelector('.thumbs p')?.textContent]).toEqual([null, ''])
  })

  it('says once that a person takes over: by the words of the AI, or where it said nothing by a line', () => {
    const lines = () =>
      [...document.querySelectorAll('.mark')].filter(({ textContent }) => textContent === words.handedOver)
    const asked = [said(1, 'visitor', 'A person, please')]
    show({
      ...ready,
      conversation,
      items: [...asked, said(2, 'assistant', 'A person comes'), happened('2.1', 'handed_over')],
    })
    expect(lines()).toHaveLength(0)
    show({ ...ready, conversation, items: [...asked, happened('1.1', 'handed_over')] })
    expect(lines()).toHaveLength(1)
  })

  it('offers a person with two buttons, which wait for one another and say if it did not work', async () => {
    const withAi = {
      ...ready,
      conversation: { ...conversation, response_mode: 'ai' as const },
      widget: { ...ready.widget!, ai: true },
    }
    const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('.offer button')]
    const press = (name: string) =>
      settled(() =>
        buttons()
          .find(({ textContent }) => textContent === name)
          ?.click(),
      )
    const disabled = () => buttons().map((button) => button.disabled)
    const alert = () => document.querySelector('.offer [role="alert"]')?.textContent
    const asked = [said(1, 'visitor', 'Do you rent kayaks?'), offered(2, 'person')]
    const chat = show({ ...withAi, items: asked })
    expect(buttons().map(({ textContent }) => textContent)).toEqual(['Yes, please', 'No, thanks'])

    const answer = Promise.withResolvers<void>()
    chat.askForPerson.mockReturnValueOnce(answer.promise)
    await press('Yes, please')
    expect(disabled()).toEqual([true, true])
    await press('No, thanks')
    expect([chat.askForPerson.mock.calls, chat.decline.mock.calls]).toEqual([[[]], []])
    await settled(() => answer.reject(new Error('refused')))
    expect([disabled(), alert()]).toEqual([[false, false], 'That did not work. Try again in a moment.'])

    const second = Promise.withResolvers<void>()
    chat.decline.mockReturnValueOnce(second.promise)
    await press('No, thanks')
    expect([disabled(), alert()]).toEqual([[true, true], undefined])
    await settled(() => second.resolve())
    expect(chat.decline.mock.calls).toEqual([['m2']])

    // Nothing is offered any more once it is answered, more was said, or people have the conversation.
    act(() => chat.redraw({ ...withAi, items: [asked[0]!, offered(2, null)] }))
    expect(buttons()).toEqual([])
    act(() => chat.redraw({ ...withAi, items: [...asked, said(3, 'visitor', 'Hello?')] }))
    expect(buttons()).toEqual([])
    act(() => chat.redraw({ ...withAi, conversation, items: asked }))
    expect(buttons()).toEqual([])
  })

  it('asks of a closed conversation with one field and one button at a time', async () => {
    const chat = show({ ...ready, conversation: { ...conversation, status: 'closed', rating: null } })
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => !element.closest('[hidden]')).length
    const fields = () => shown('textarea, input')
    const sending = () => shown('button[type="submit"]')
    expect([document.querySelector('header h1 + p')?.textContent, fields(), sending()]).toEqual(['Closed', 1, 1])
    await settled(() => [...document.querySelectorAll<HTMLElement>('.bar button')][0]!.click())
    expect([document.querySelector('.bar input') !== null, fields(), sending()]).toEqual([true, 1, 1])
    const form = document.querySelector<HTMLFormElement>('.bar form')!
    await submit(form)
    expect([document.querySelector('.bar input'), fields(), sending()]).toEqual([null, 1, 1])
    expect(chat.rate.mock.calls).toEqual([[{ score: 'good', comment: '' }]])
  })

  it('keeps what is being written while the visitor is asked for a comment on the closed conversation', async () => {
    const closed = { ...conversation, status: 'closed' as const, rating: null }
    show({ ...ready, conversation: closed })
    const field = () => document.querySelector('textarea')
    field()!.value = 'One more thing'
    await settled(() => field()!.dispatchEvent(new InputEvent('input', { bubbles: true })))
    await settled(() => document.querySelector<HTMLElement>('.bar button')!.click())
    expect(field()?.closest('[hidden]')).not.toBeNull()
    await submit(document.querySelector<HTMLFormElement>('.bar form')!)
    expect([field()?.value, field()?.closest('[hidden]')]).toEqual(['One more thing', null])
  })

  it('asks for no comment on a conversation that goes on meanwhile, and keeps the field to write in', async () => {
    const closed = { ...conversation, status: 'closed' as const, rating: null }
    const chat = show({ ...ready, conversation: closed })
    await settled(() => document.querySelector<HTMLElement>('.bar button')!.click())
    await settled(() => chat.redraw({ ...ready, conversation }))
    await settled(() => chat.redraw({ ...ready, conversation: { ...closed, id: 'next' } }))
    expect(document.querySelector('.bar input')).toBeNull()
    expect(document.querySelector('textarea')?.closest('[hidden]')).toBeNull()
  })

  it('says in its own words at a field of a form what is wrong, and takes the form once nothing is', async () => {
    const fields = [
      { name: 'email', label: 'E-mail', type: 'email', required: true },
      { name: 'size', label: 'Size', type: 'text', required: true },
    ]
    const action = { agent_action_uuid: 'a', slug: 'order', name: 'Order', fields, status: 'pending', result: null }
    const asked = said(1, 'assistant', 'Fill this in')
    const items = [{ ...asked, message: { ...('message' in asked && asked.message), action } } as Item]
    const chat = show({ ...ready, conversation, items })
    const form = document.querySelector<HTMLFormElement>('.form')!
    expect(form.noValidate).toBe(true)
    const [email, size] = [...form.querySelectorAll('input')] as [HTMLInputElement, HTMLInputElement]
    const wrong = () => [email, size].map((input) => form.querySelector(`[id="${input.id}-wrong"]`)?.textContent)
    size.value = 'M'
    await submit(form)
    expect([wrong(), document.activeElement]).toEqual([[words.needed, undefined], email])
    expect([email, size].map((input) => input.getAttribute('aria-invalid'))).toEqual(['true', 'false'])
    email.value = 'nobody'
    size.value = ''
    await submit(form)
    expect(wrong()).toEqual([words.notEmail, words.needed])
    expect(chat.fillIn).not.toHaveBeenCalled()
    email.value = 'mia@shop.example'
    size.value = 'M'
    await submit(form)
    expect(wrong()).toEqual([undefined, undefined])
    expect(chat.fillIn.mock.calls).toMatchObject([['m1', { result: [{ email: 'mia@shop.example' }, { size: 'M' }] }]])
  })

  it('says at a field of a form what the server alone finds wrong, and no general word beside it', async () => {
    const fields = [
      { name: 'email', label: 'E-mail', type: 'email', required: true },
      { name: 'phone', label: 'Phone', type: 'phone', required: false },
    ]
    const action = { agent_action_uuid: 'a', slug: 'call', name: 'Call', fields, status: 'pending', result: null }
    const asked = said(1, 'assistant', 'Fill this in')
    const items = [{ ...asked, message: { ...('message' in asked && asked.message), action } } as Item]
    const chat = show({ ...ready, conversation, items })
    const form = document.querySelector<HTMLFormElement>('.form')!
    const [email, phone] = [...form.querySelectorAll('input')] as [HTMLInputElement, HTMLInputElement]
    const alerts = () => [...form.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent)
    email.value = 'mia@shop'
    phone.value = 'after six'
    chat.fillIn.mockRejectedValueOnce(new Refusal(422, undefined, ['result.email', 'result.phone']))
    await submit(form)
    expect([alerts(), document.activeElement]).toEqual([[words.notEmail, words.notPhone], email])
    chat.fillIn.mockRejectedValueOnce(new Refusal(422, undefined, ['action']))
    await submit(form)
    expect(alerts()).toEqual([words.didNotWork])
  })

  it('can be closed on a website, but not in the preview, where that has no meaning or the sheet does it', () => {
    const closing = () => document.querySelectorAll(`header [aria-label="${words.close}"]`).length
    show(ready, { close: () => {} })
    expect(closing()).toBe(1)
    show(ready, { close: () => {}, isPreview: true })
    expect(closing()).toBe(0)
  })

  it('says when a message was written, and begins each day with its name', () => {
    const at = (days: number, hour: number) => {
      const date = new Date()
      date.setDate(date.getDate() - days)
      date.setHours(hour, 5, 0, 0)
      return date.toISOString()
    }
    const items = [
      { ...said(1, 'visitor', 'One'), at: at(1, 9) },
      { ...said(2, 'assistant', 'Two'), at: at(1, 10) },
      { ...said(3, 'visitor', 'Three'), at: at(0, 0) },
    ]
    show({ ...ready, items })
    expect([...document.querySelectorAll('.mark')].map((mark) => mark.textContent)).toEqual(['Yesterday', 'Today'])
    const clocks = [...document.querySelectorAll('.message time')]
    expect(clocks.map((clock) => clock.getAttribute('datetime'))).toEqual(items.map((item) => item.at))
    expect(clocks.map((clock) => clock.textContent)).toEqual([
      expect.stringMatching(/9:05/),
      expect.stringMatching(/10:05/),
      expect.stringMatching(/(12|0):05/),
    ])
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
    expect(chat.send.mock.calls).toEqual([['東京', []]])
  })
})

describe('a chat that the link in a mail has opened', () => {
  afterEach(() => render(null, document.body))

  it('says that the link has ended where it shows no conversation, and else lets stop such mails', async () => {
    show(ready, { isByLink: true })
    expect(document.body.textContent).toContain(words.linkEnded)
    const { stopMails, redraw } = show(
      { ...ready, conversation, visitor: { ...ready.visitor!, email: 'ann@a.example' } },
      { isByLink: true },
    )
    const stop = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words.stopMails)!
    await settled(() => stop.click())
    expect(stopMails).toHaveBeenCalledOnce()
    act(() => redraw({ ...ready, conversation, visitor: { ...ready.visitor!, email: null } }))
    expect(document.body.textContent).toContain(words.mailsStopped)
  })
})
