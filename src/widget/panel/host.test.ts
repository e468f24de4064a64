import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ToPanel } from '../messages.ts'
import { ownPage, surroundingPage } from './host.ts'

const SERVER = 'https://chat.example'
const look = JSON.stringify({ greeting: 'Hello from elsewhere' })

/** A window below a page, as far as the panel looks at it. */
function frame() {
  const target = new EventTarget()
  const parent = { postMessage: vi.fn() }
  vi.stubGlobal('location', { origin: SERVER })
  vi.stubGlobal('window', Object.assign(target, { parent, addEventListener: target.addEventListener.bind(target) }))
  /** Has the page hand over a port. */
  const greet = (origin: string, source: unknown = parent) => {
    const { port1, port2 } = new MessageChannel()
    target.dispatchEvent(Object.assign(new Event('message'), { data: 'baton', source, origin, ports: [port2] }))
    return { say: (message: ToPanel) => port1.postMessage(message), close: () => port1.close() }
  }
  return { parent, greet }
}

describe('the panel on a page', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('looks as the dashboard of its own server wants before anything is saved', async () => {
    const { greet } = frame()
    const host = surroundingPage(SERVER)
    const page = greet(SERVER)
    page.say({ type: 'preview', look })
    page.say({ type: 'start', page_url: `${SERVER}/`, referrer: '', locale: 'en' })
    expect((await host).look).toEqual(JSON.parse(look))
    page.close()
  })

  it('never looks as any other page wants, neither at first nor later', async () => {
    const { greet } = frame()
    const hotel = 'https://hotel.example'
    const waiting = surroundingPage(hotel)
    const page = greet(hotel)
    page.say({ type: 'preview', look })
    page.say({ type: 'start', page_url: `${hotel}/`, referrer: '', locale: 'en' })
    const host = await waiting
    const heard: ToPanel[] = []
    host.listen((message) => heard.push(message))
    page.say({ type: 'preview', look })
    page.say({ type: 'opened' })
    await expect.poll(() => heard).toEqual([{ type: 'opened' }])
    expect(host.look).toBeUndefined()
    page.close()
  })

  it('listens to the page around it alone, and tells no other that it is there', async () => {
    const { parent, greet } = frame()
    const isThere = vi.fn()
    surroundingPage('https://hotel.example').then(isThere)
    expect(parent.postMessage.mock.calls).toEqual([['baton', 'https://hotel.example']])
    const others = [greet('https://evil.example'), greet('https://hotel.example', {})]
    for (const { say } of others) say({ type: 'start', page_url: 'https://evil.example/', referrer: '', locale: 'en' })
    await delay(50)
    expect(isThere).not.toHaveBeenCalled()
    const page = greet('https://hotel.example')
    page.say({ type: 'start', page_url: 'https://hotel.example/', referrer: '', locale: 'en' })
    await expect.poll(() => isThere.mock.calls.length).toBe(1)
    for (const { close } of [...others, page]) close()
  })

  it('hears of unsent messages from other tabs, and of nothing else that is kept', async () => {
    const { greet } = frame()
    const waiting = surroundingPage(SERVER)
    const page = greet(SERVER)
    page.say({ type: 'kept', key: 'token', value: 'ours' })
    page.say({ type: 'kept', key: 'unsent:1', value: 'one' })
    page.say({ type: 'start', page_url: `${SERVER}/`, referrer: '', locale: 'en' })
    const { keeper, listen } = await waiting
    const heard: ToPanel[] = []
    listen((message) => heard.push(message))
    const changes = [
      { type: 'kept', key: 'token', value: 'theirs' },
      { type: 'kept', key: 'unsent:2', value: 'two' },
      { type: 'kept', key: 'unsent:1', value: null },
    ] as const
    for (const change of changes) page.say(change)
    await expect.poll(() => heard).toEqual(changes.slice(1))
    expect(keeper.all()).toEqual([
      ['token', 'ours'],
      ['unsent:2', 'two'],
    ])
    page.close()
  })

  it('hears of them as a page of its own too', () => {
    const target = new EventTarget()
    vi.stubGlobal('document', { referrer: '' })
    vi.stubGlobal('location', { href: `${SERVER}/chat/agent` })
    vi.stubGlobal('window', target)
    const { keeper, listen } = ownPage('agent')
    const heard: ToPanel[] = []
    listen((message) => heard.push(message))
    for (const key of ['baton:agent:unsent:1', 'baton:other:unsent:1', 'baton:agent:token', null])
      target.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: 'one' }))
    expect(heard).toEqual([{ type: 'kept', key: 'unsent:1', value: 'one' }])
    expect(keeper.get('unsent:1')).toBe('one')
  })
})
