import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readableOn } from '#contract/contrast.ts'
import { isToPage, isToPanel } from './messages.ts'
import { Refusal } from './panel/api.ts'
import { createChat } from './panel/chat.ts'
import { keeperOf } from './panel/keeper.ts'
import { createOutbox } from './panel/outbox.ts'
import type { State, Unsent } from './panel/types.ts'

describe('messages between page and panel', () => {
  it('pass when they are of a known kind and size, and not otherwise', () => {
    expect(isToPage({ type: 'keep', key: 'token', value: null })).toBe(true)
    expect(isToPage({ type: 'unread', count: 2 })).toBe(true)
    expect(isToPanel({ type: 'identify', token: 'x' })).toBe(true)
    const wrong = [null, 'ready', 7, {}, { type: 'keep' }, { type: 'constructor' }, { type: 'unread', count: '2' }]
    for (const message of [...wrong, { type: 'keep', key: 'x', value: 'x'.repeat(20_000) }])
      expect(isToPage(message), JSON.stringify(message)?.slice(0, 40)).toBe(false)
    fc.assert(fc.property(fc.anything(), (anything) => isToPage(anything) === false || typeof anything === 'object'))
  })
})

describe('the accent colour', () => {
  it('is written on in black or white, at 4.5 to 1 at least', () => {
    const light = (color: string) =>
      [1, 3, 5]
        .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
        .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
        .reduce((sum, share, index) => sum + share * [0.2126, 0.7152, 0.0722][index]!, 0)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const color = `#${number.toString(16).padStart(6, '0')}`
        const [dark = 0, bright = 0] = [light(color), light(readableOn(color))].sort((one, other) => one - other)
        return (bright + 0.05) / (dark + 0.05) >= 4.5
      }),
    )
  })
})

describe('the outbox', () => {
  /** A browser's storage, and a server that can be cut off at any moment. */
  function world() {
    const kept = new Map<string, string>()
    const listeners = new Set<(key: string, value: string | null) => void>()
    const stored: [id: string, content: string][] = []
    const requests: string[] = []
    const failures: (Refusal | 'answer lost')[] = []
    const open = (writer = 'token') => {
      let shown: Unsent[] = []
      const values = new Map(kept)
      /** Told of what other tabs have changed, as browsers tell it. */
      const listen = (key: string, value: string | null) => {
        if (value === null) values.delete(key)
        else values.set(key, value)
        outbox.hear(key, value)
      }
      listeners.add(listen)
      const outbox = createOutbox({
        keeper: keeperOf(values, (key, value) => {
          if (value === null) kept.delete(key)
          else kept.set(key, value)
          for (const listener of listeners) if (listener !== listen) listener(key, value)
        }),
        changed: (unsent) => {
          shown = unsent
        },
        async send(id, content) {
          requests.push(content)
          const failure = failures.shift()
          if (failure instanceof Refusal) throw failure
          if (!stored.some(([known]) => known === id)) stored.push([id, content])
          if (failure) throw new Refusal(0)
        },
        sent: async () => {},
        reached() {},
      })
      outbox.resume(writer)
      const end = () => {
        listeners.delete(listen)
        outbox.end()
      }
      return { outbox: { ...outbox, end }, shown: () => shown }
    }
    return { kept, stored, requests, failures, open, said: () => stored.map(([, content]) => content) }
  }

  it('loses nothing, doubles nothing and keeps the order through cuts and reloads', async () => {
    vi.useFakeTimers()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('write', 'cut', 'answer lost', 'reload', 'wait'), { maxLength: 30 }),
        async (steps) => {
          const { kept, failures, open, said } = world()
          let tab = open()
          let written = 0
          for (const step of steps) {
            if (step === 'write') {
              written += 1
              tab.outbox.add(`Message ${written}`, 'token')
            } else if (step === 'cut') failures.push(new Refusal(0))
            else if (step === 'answer lost') failures.push('answer lost')
            else if (step === 'wait') await vi.advanceTimersByTimeAsync(5_000)
            else {
              tab.outbox.end()
              await vi.advanceTimersByTimeAsync(1)
              tab = open()
            }
          }
          await vi.advanceTimersByTimeAsync(2_000_000)
          expect(said()).toEqual(Array.from({ length: written }, (_, index) => `Message ${index + 1}`))
          expect([...kept.keys()]).toEqual([])
          tab.outbox.end()
        },
      ),
      { numRuns: 60 },
    )
    vi.useRealTimers()
  })

  it('sends nothing under another token than its writer’s until the visitor says so', async () => {
    vi.useFakeTimers()
    const { failures, open, said } = world()
    failures.push(new Refusal(0))
    const before = open('old')
    before.outbox.add('Mine', 'old')
    await vi.advanceTimersByTimeAsync(1)
    before.outbox.end()
    const { outbox, shown } = open('new')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said()).toEqual([])
    expect(shown()).toMatchObject([{ content: 'Mine', problem: 0 }])
    outbox.again(shown()[0]!.id, 'new')
    await vi.advanceTimersByTimeAsync(1)
    expect(said()).toEqual(['Mine'])
    outbox.end()
    vi.useRealTimers()
  })

  it('sends what a closed tab has left before what is written in another one, which was open meanwhile', async () => {
    const { kept, failures, open, said } = world()
    const [one, other] = [open(), open()]
    failures.push(new Refusal(0))
    one.outbox.add('first', 'token')
    await expect.poll(other.shown).toMatchObject([{ content: 'first' }])
    one.outbox.end()
    other.outbox.add('second', 'token')
    await expect.poll(said).toEqual(['first', 'second'])
    await expect.poll(() => kept.size).toBe(0)
    other.outbox.end()
  })

  it('sends what a closed tab has left also if nothing else is written, and asks twice for nothing that was sent', async () => {
    vi.useFakeTimers()
    const { failures, open, said, requests } = world()
    const [one, other] = [open(), open()]
    one.outbox.add('sent', 'token')
    await vi.advanceTimersByTimeAsync(60_000)
    expect([requests, one.shown(), other.shown()]).toEqual([['sent'], [], []])
    failures.push(new Refusal(0))
    one.outbox.add('left', 'token')
    await vi.advanceTimersByTimeAsync(1)
    one.outbox.end()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said()).toEqual(['sent', 'left'])
    other.outbox.end()
    vi.useRealTimers()
  })

  it('holds back what somebody else has written in another tab, until this one is theirs too', async () => {
    vi.useFakeTimers()
    const { failures, open, said } = world()
    const [one, other] = [open('one'), open('other')]
    failures.push(new Refusal(0))
    one.outbox.add('Mine', 'one')
    await vi.advanceTimersByTimeAsync(1)
    one.outbox.end()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([said(), other.shown()]).toMatchObject([[], [{ content: 'Mine', problem: 0 }]])
    other.outbox.resume('one')
    await vi.advanceTimersByTimeAsync(1)
    expect(said()).toEqual(['Mine'])
    other.outbox.end()
    vi.useRealTimers()
  })

  it('sends from pages without a certificate, where browsers make no ids themselves', async () => {
    const { crypto } = globalThis
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) })
    const { stored, open, said } = world()
    const { outbox } = open()
    outbox.add('Hello', 'token')
    await expect.poll(said).toEqual(['Hello'])
    expect(stored[0]![0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    outbox.end()
    vi.unstubAllGlobals()
  })

  it('shows that a message was refused, and goes on with the next', async () => {
    const { failures, open, said } = world()
    failures.push(new Refusal(422))
    const { outbox, shown } = open()
    outbox.add('Bad', 'token')
    outbox.add('Good', 'token')
    await expect.poll(said).toEqual(['Good'])
    expect(shown()).toMatchObject([{ content: 'Bad', problem: 422 }])
    outbox.end()
  })
})

/** A chat whose stream is fed by the test, and whose reads fail as often as the test wants. */
async function following() {
  const said: string[] = []
  const cuts = { left: 0 }
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined
  const conversation = { id: 'c', status: 'open', response_mode: 'ai', read_position: '0.0' }
  const items: object[] = []
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('fetch', async (path: string, { method, signal }: RequestInit) => {
    if (method === 'POST') said.push(path)
    if (path.endsWith('/events')) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          feed = controller
          signal?.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
      return new Response(body)
    }
    if (path.includes('/conversation') && cuts.left-- > 0) throw new TypeError('cut')
    const visit = path.endsWith('/sessions') && { token: 'token', visitor: {}, conversation }
    const read = path.includes('/conversation') && { conversation, items: path.includes('after') ? [] : items }
    return Response.json({ data: visit || read || {} })
  })
  let state: State | undefined
  const chat = createChat({
    agent: 'agent',
    keeper: keeperOf(new Map(), () => {}),
    place: { page_url: '', referrer: '', locale: 'en' },
    changed(next) {
      state = next
    },
    heard() {},
  })
  await chat.start()
  await expect.poll(() => feed).toBeDefined()
  const tell = (type: string, data: object) =>
    feed?.enqueue(new TextEncoder().encode(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`))
  return { chat, said, tell, items, cuts, state: () => state! }
}

describe('the stream of the conversation', () => {
  it('tells who writes for a while, and how far was read in another tab', async () => {
    const { chat, tell, said, state } = await following()
    tell('typing', { who: { name: 'Ada', initials: 'A' } })
    await expect.poll(() => state().writer).toBe('Ada')
    tell('typing', { who: null })
    await expect.poll(() => state().writer).toBeNull()
    tell('read', { position: '3.0' })
    await expect.poll(() => state().conversation?.read_position).toBe('3.0')
    for (let letter = 0; letter < 20; letter += 1) chat.writes()
    expect(said.filter((path) => path.endsWith('/typing'))).toHaveLength(1)
    chat.end()
    vi.unstubAllGlobals()
  })

  it('shows what it told of also if that can’t be read at first', async () => {
    const { chat, tell, items, cuts, state } = await following()
    cuts.left = 2
    items.push({
      position: '1.0',
      at: '',
      message: { id: 'm', role: 'human', content: 'Hello', sources: [], cited: [] },
    })
    tell('message', items[0]!)
    await expect.poll(() => state().items.length).toBe(1)
    chat.end()
    vi.unstubAllGlobals()
  })
})

describe('a reply that is being written', () => {
  it('is shown piece by piece, until it is stored or taken back', async () => {
    const { chat, tell, items, state } = await following()
    const delta = (reply: string, seq: number, text: string) => tell('reply.delta', { reply, seq, text })
    delta('one', 0, 'We are')
    delta('one', 1, ' open')
    await expect.poll(() => state().reply?.text).toBe('We are open')
    delta('one', 3, 'late')
    await expect.poll(() => state().reply).toBeNull()
    delta('two', 0, 'Until')
    await expect.poll(() => state().reply?.text).toBe('Until')
    tell('reply.retracted', { reply: 'two', reason: 'taken_over' })
    delta('two', 1, ' six')
    delta('two', 0, 'Again')
    await expect.poll(() => state().reply).toBeNull()
    delta('three', 0, 'Open until six')
    await expect.poll(() => state().reply?.text).toBe('Open until six')
    const message = { id: 'm', role: 'assistant', content: 'Open until six.', sources: [], cited: [] }
    items.push({ position: '1.0', at: '', message })
    tell('message', items[0]!)
    await expect.poll(() => state().items.length).toBe(1)
    expect(state().reply).toBeNull()
    chat.end()
    vi.unstubAllGlobals()
  })
})

describe('several tabs of one visitor', () => {
  it('agree on whose chat it is when one proves who they are', async () => {
    const kept = new Map([['token', 'anonymous']])
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
    const begun: (string | null)[] = []
    let readAsVerified = 0
    vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
      const given = body ? JSON.parse(String(body)) : {}
      const authorization = new Headers(headers).get('Authorization')
      if (path.endsWith('/events')) return Response.json({ error: {} }, { status: 429 })
      if (path.endsWith('/sessions')) {
        begun.push(given.token)
        const token = given.identity_token ? 'verified' : given.token
        return Response.json({
          data: { token, visitor: { identity_verified: token === 'verified' }, conversation: null },
        })
      }
      if (path.endsWith('/conversation') && authorization === 'Bearer verified') readAsVerified += 1
      if (path.endsWith('/conversation') && authorization === 'Bearer anonymous' && begun.length > 2)
        return Response.json({ error: {} }, { status: 401 })
      return Response.json({ data: path.endsWith('/conversation') ? { conversation: null, items: [] } : {} })
    })
    const open = () => {
      const pass = (key: string, value: string | null) =>
        void (value === null ? kept.delete(key) : kept.set(key, value))
      const keeper = keeperOf(new Map(kept), pass)
      const place = { page_url: '', referrer: '', locale: 'en' }
      return createChat({ agent: 'agent', keeper, place, changed() {}, heard() {} })
    }
    const [one, other] = [open(), open()]
    await Promise.all([one.start(), other.start()])
    await one.identify('signed')
    expect(kept.get('token')).toBe('verified')
    // The other tab looks for news under the new token, instead of beginning a visit of its own as somebody else.
    await expect.poll(() => readAsVerified).toBe(2)
    expect(begun).toEqual(['anonymous', 'anonymous', 'anonymous'])
    one.end()
    other.end()
    vi.unstubAllGlobals()
  })

  it('share one stream, and another one has it when it ends', async () => {
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
    const streams: ReadableStreamDefaultController<Uint8Array>[] = []
    const conversation = { id: 'c', status: 'open', response_mode: 'ai', read_position: '0.0' }
    vi.stubGlobal('fetch', async (path: string) => {
      if (path.endsWith('/events'))
        return new Response(new ReadableStream({ start: (feed) => void streams.push(feed) }))
      const visit = path.endsWith('/sessions') && { token: 'shared', visitor: {}, conversation }
      return Response.json({ data: visit || (path.includes('/conversation') ? { conversation, items: [] } : {}) })
    })
    const shown: State[] = []
    const open = (index: number) =>
      createChat({
        agent: 'sharing',
        keeper: keeperOf(new Map(), () => {}),
        place: { page_url: '', referrer: '', locale: 'en' },
        changed(state) {
          shown[index] = state
        },
        heard() {},
      })
    const tabs = [open(0), open(1), open(2)]
    for (const tab of tabs) await tab.start()
    const tell = (name: string) => {
      const data = JSON.stringify({ who: { name, initials: 'A' } })
      streams.at(-1)!.enqueue(new TextEncoder().encode(`event: typing\ndata: ${data}\n\n`))
    }
    const writers = () => shown.map(({ writer }) => writer)
    await expect.poll(() => streams.length).toBe(1)
    tell('Ada')
    await expect.poll(writers).toEqual(['Ada', 'Ada', 'Ada'])
    expect(streams).toHaveLength(1)
    streams[0]!.close()
    await expect.poll(writers).toEqual([null, null, null])
    await expect.poll(() => streams.length).toBe(2)
    tell('Ben')
    await expect.poll(writers).toEqual(['Ben', 'Ben', 'Ben'])
    expect(streams).toHaveLength(2)
    streams[1]!.close()
    for (const tab of tabs) tab.end()
    vi.unstubAllGlobals()
  })
})
