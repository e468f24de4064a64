import { afterEach, describe, expect, it, vi } from 'vitest'
import { createChat } from './chat.ts'
import { keeperOf } from './keeper.ts'
import type { State } from './types.ts'

interface Person {
  conversation: string
  token: string
  isVerified: boolean
  said: string[]
}

/** A server with an agent whose visitors are known by tokens, or by proofs. */
function newServer({ isProofRequired = false } = {}) {
  const asked: string[] = []
  const people: Person[] = []
  const failing = new Set<string>()
  const arrive = (isVerified: boolean): Person => {
    const number = people.length
    const person = { conversation: `conversation ${number}`, token: `token ${number}`, isVerified, said: [] }
    people.push(person)
    return person
  }
  const known = new Map<string, Person>()
  const conversationOf = ({ conversation, said }: Person) =>
    said.length > 0 ? { id: conversation, status: 'open', response_mode: 'ai', read_position: '0.0' } : null
  const start = ({ token, identity_token: signed }: { token?: string; identity_token?: string }) => {
    const proof = signed && JSON.parse(atob(signed.split('.')[1]!)).sub
    if (proof === 'ended' || (proof === undefined && isProofRequired)) return undefined
    const current = people.find((person) => person.token === token)
    if (proof === undefined) return current ?? arrive(false)
    if (current) current.token = 'ended'
    const person = known.get(proof) ?? (current?.isVerified === false ? current : arrive(true))
    known.set(proof, person)
    return Object.assign(person, { token: `token ${people.length} of ${proof}`, isVerified: true })
  }
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
    asked.push(path)
    const given = body ? JSON.parse(String(body)) : {}
    if (failing.has(path.split('/').at(-1)!)) throw new TypeError('cut')
    if (path.endsWith('/events')) return new Response(new ReadableStream())
    if (/\/agents\/\w+$/.test(path)) return Response.json({ data: {} })
    if (path.endsWith('/sessions')) {
      const person = start(given)
      if (!person) return Response.json({}, { status: 422 })
      const visitor = { name: null, email: null, identity_verified: person.isVerified }
      return Response.json({ data: { token: person.token, visitor, conversation: conversationOf(person) } })
    }
    const person = people.find(({ token }) => `Bearer ${token}` === new Headers(headers).get('Authorization'))
    if (!person) return Response.json({}, { status: 401 })
    if (path.endsWith('/messages')) {
      person.said.push(given.content)
      return Response.json({ data: {} })
    }
    const after = Number.parseInt(new URL(path, 'http://server').searchParams.get('after') ?? '0', 10)
    const items = person.said.map((content, index) => ({
      position: `${index + 1}.0`,
      message: { id: content, role: 'visitor', content, sources: [], cited: [] },
    }))
    return Response.json({ data: { conversation: conversationOf(person), items: items.slice(after) } })
  })
  return { people, known, failing, arrive, asked }
}

/** What the website's server signs for somebody; the signature is the server's affair. */
const proofOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.signature`

function openTab(kept = new Map<string, string>()) {
  let state: State | undefined
  let told = ''
  const pass = (key: string, value: string | null) => void (value === null ? kept.delete(key) : kept.set(key, value))
  const chat = createChat({
    agent: 'agent',
    keeper: keeperOf(new Map(kept), pass),
    place: { page_url: '', referrer: '', locale: 'en' },
    changed(next) {
      state = next
      told += JSON.stringify(next.items)
    },
    heard() {},
  })
  const shown = () =>
    state!.items
      .flatMap((item) => ('message' in item ? [item.message.content] : []))
      .concat(state!.unsent.map(({ content, problem }) => `${content} (${problem === null ? 'waits' : 'held back'})`))
  return { chat, kept, state: () => state!, told: () => told, shown }
}

describe('whose chat it is', () => {
  const tabs: ReturnType<typeof openTab>[] = []
  const open = (kept?: Map<string, string>) => {
    const tab = openTab(kept)
    tabs.push(tab)
    return tab
  }
  afterEach(() => {
    for (const { chat } of tabs.splice(0)) chat.end()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('stays where an unknown visitor proves who they are', async () => {
    newServer()
    const { chat, shown, state } = open()
    await chat.start()
    chat.send('Before')
    await expect.poll(shown).toEqual(['Before'])
    await chat.identify(proofOf('ana'))
    expect([shown(), state().visitor?.identity_verified]).toEqual([['Before'], true])
  })

  it('is another person’s once they prove it, of whom nothing of the former one is shown', async () => {
    newServer()
    const { chat, shown } = open()
    await chat.start(proofOf('ana'))
    chat.send('Secret of Ana')
    await expect.poll(shown).toEqual(['Secret of Ana'])
    await chat.identify(proofOf('ben'))
    expect(shown()).toEqual([])
    chat.send('I am Ben')
    await expect.poll(shown).toEqual(['I am Ben'])
    await chat.identify(proofOf('ana'))
    expect(shown()).toEqual(['Secret of Ana'])
  })

  it('goes on where the known one has a conversation, in place of the unknown one’s', async () => {
    const { known, arrive } = newServer()
    known.set('ana', Object.assign(arrive(true), { said: ['At home', 'Still there'] }))
    const { chat, shown } = open()
    await chat.start()
    chat.send('At work')
    await expect.poll(shown).toEqual(['At work'])
    await chat.identify(proofOf('ana'))
    expect(shown()).toEqual(['At home', 'Still there'])
  })

  it('is never the next person’s for words that could not be sent', async () => {
    const { known, failing } = newServer()
    failing.add('messages')
    const { chat, shown, kept } = open()
    await chat.start(proofOf('ana'))
    chat.send('Mine')
    await expect.poll(shown).toEqual(['Mine (waits)'])
    await chat.identify(proofOf('ben'))
    expect(shown()).toEqual([])
    chat.end()
    failing.clear()
    // Nor on the next pages, where it is known from the beginning who comes.
    const next = open(kept)
    await next.chat.start(proofOf('ben'))
    next.chat.send('I am Ben')
    await expect.poll(next.shown).toEqual(['I am Ben'])
    next.chat.end()
    expect(known.get('ben')!.said).toEqual(['I am Ben'])
  })

  it('is still theirs who prove it again once their token has ended', async () => {
    const { known, failing } = newServer()
    failing.add('messages')
    const { chat, shown, kept } = open()
    await chat.start(proofOf('ana'))
    chat.send('Mine')
    await expect.poll(shown).toEqual(['Mine (waits)'])
    chat.end()
    failing.clear()
    known.get('ana')!.token = 'ended'
    const next = open(kept)
    await next.chat.start(proofOf('ana'))
    await expect.poll(next.shown).toEqual(['Mine'])
  })

  it('is not the former person’s when the proof of the next one has ended', async () => {
    for (const isProofRequired of [false, true]) {
      newServer({ isProofRequired })
      const { chat, shown, kept } = open()
      await chat.start(proofOf('ana'))
      chat.send('Secret of Ana')
      await expect.poll(shown).toEqual(['Secret of Ana'])
      chat.end()
      const next = open(kept)
      await next.chat.start(proofOf('ended'))
      expect(next.shown()).toEqual([])
      expect(next.state().phase).toBe(isProofRequired ? 'stranger' : 'ready')
      expect(next.state().visitor?.identity_verified).not.toBe(true)
    }
  })

  it('is nobody’s while the server can’t be asked who has come, and theirs once it can', async () => {
    const { known, failing } = newServer()
    const { chat, shown, state } = open()
    await chat.start(proofOf('ana'))
    chat.send('Secret of Ana')
    await expect.poll(shown).toEqual(['Secret of Ana'])
    const { token } = known.get('ana')!
    failing.add('sessions')
    const identified = chat.identify(proofOf('ben'))
    expect(shown()).toEqual([])
    await identified
    expect([shown(), state().phase]).toEqual([[], 'failed'])
    failing.clear()
    await expect.poll(() => state().phase).toBe('ready')
    chat.send('I am Ben')
    await expect.poll(shown).toEqual(['I am Ben'])
    expect(known.get('ben')!.said).toEqual(['I am Ben'])
    expect(known.get('ana')!.token).not.toBe(token) // the server was told whose token ends
  })

  it('is theirs who have proved it when it begins at the second attempt', async () => {
    const { failing } = newServer({ isProofRequired: true })
    const { chat, state } = open()
    failing.add('agent')
    await chat.start(proofOf('ana'))
    expect(state().phase).toBe('failed')
    failing.clear()
    await chat.start()
    expect([state().phase, state().visitor?.identity_verified]).toEqual(['ready', true])
  })

  it('is the last one’s where several prove who they are at once, and none sees another’s', async () => {
    const { known, arrive } = newServer()
    for (const name of ['ana', 'ben']) known.set(name, Object.assign(arrive(true), { said: [`Secret of ${name}`] }))
    const { chat, shown, told } = open()
    await Promise.all([chat.start(), ...['ana', 'ben', 'cem'].map((name) => chat.identify(proofOf(name)))])
    expect(shown()).toEqual([])
    chat.send('I am Cem')
    await expect.poll(shown).toEqual(['I am Cem'])
    expect(told()).not.toMatch(/Secret/)
  })

  it('is told to the other tabs, which show nothing of the former person either', async () => {
    newServer()
    const one = open()
    await one.chat.start(proofOf('ana'))
    one.chat.send('Secret of Ana')
    await expect.poll(one.shown).toEqual(['Secret of Ana'])
    const other = open(one.kept)
    await other.chat.start()
    expect(other.shown()).toEqual(['Secret of Ana'])
    await one.chat.identify(proofOf('ben'))
    await expect.poll(other.shown).toEqual([])
    expect(other.state().visitor?.identity_verified).toBe(true)
    other.chat.send('I am Ben')
    await expect.poll(one.shown).toEqual(['I am Ben'])
  })

  it('may be proved late where it must be, and a proof that has ended does not keep others from writing', async () => {
    newServer({ isProofRequired: true })
    const late = open()
    await late.chat.start()
    expect(late.state().phase).toBe('stranger')
    await late.chat.identify(proofOf('ana'))
    expect(late.state().phase).toBe('ready')
    late.chat.send('Here')
    await expect.poll(late.shown).toEqual(['Here'])

    newServer()
    const anonymous = open()
    await anonymous.chat.start(proofOf('ended'))
    expect(anonymous.state().phase).toBe('ready')
    anonymous.chat.send('Hello')
    await expect.poll(anonymous.shown).toEqual(['Hello'])
  })

  it('asks for nothing more where it can’t begin', async () => {
    vi.useFakeTimers()
    const required = newServer({ isProofRequired: true })
    const kept = new Map([['token', 'ended']])
    const stranger = open(kept)
    await stranger.chat.start()
    const unreached = newServer()
    unreached.failing.add('agent')
    const failed = open(kept)
    await failed.chat.start()
    expect([stranger.state().phase, failed.state().phase]).toEqual(['stranger', 'failed'])
    const before = [required, unreached].map(({ asked }) => asked.length)
    for (const { chat } of [stranger, failed]) chat.wake()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([required, unreached].map(({ asked }) => asked.length)).toEqual(before)
  })

  it('begins one visit, however long the first answer takes', async () => {
    vi.useFakeTimers()
    const { asked } = newServer()
    const answer = fetch
    vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
      if (path.endsWith('/sessions')) await new Promise((done) => setTimeout(done, 10_000))
      return answer(path, request)
    })
    const { chat, state } = open(new Map([['token', 'ended']]))
    const begun = chat.start(proofOf('ana'))
    chat.wake()
    await vi.advanceTimersByTimeAsync(30_000)
    await begun
    expect(asked.filter((path) => path.endsWith('/sessions'))).toHaveLength(1)
    expect(state().visitor?.identity_verified).toBe(true)
  })

  it('ends where the visit has ended and no other may begin', async () => {
    vi.useFakeTimers()
    const { people, asked } = newServer({ isProofRequired: true })
    const answer = fetch
    vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
      if (path.endsWith('/events')) return Response.json({}, { status: 429 })
      if (path.endsWith('/sessions') && asked.some((one) => one.includes('/conversation')))
        return Response.json({}, { status: 422 })
      return answer(path, request)
    })
    const { chat, state } = open()
    await chat.start(proofOf('ana'))
    expect(state().phase).toBe('ready')
    people[0]!.token = 'ended'
    await vi.advanceTimersByTimeAsync(10_000)
    expect(state().phase).toBe('stranger')
  })
})

describe('a form of the AI', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** A server with one form, which it may refuse, and which can be filled in once; its answer to that may be lost. */
  function newForms() {
    const given = { lostAnswers: 0, isRefused: false }
    const action = { agent_action_uuid: 'a', slug: 'order', name: 'Order', fields: [], status: 'pending', result: null }
    const message = { id: 'm', role: 'assistant', content: '', sources: [], cited: [], action_required: true, action }
    const item = { position: '1.0', at: '', message }
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
    vi.stubGlobal('fetch', async (path: string) => {
      if (path.endsWith('/events')) return Response.json({}, { status: 429 })
      if (path.endsWith('/action-result')) {
        const details = [{ field: 'result.phone', message: 'The result.phone field must be a phone number' }]
        if (given.isRefused) return Response.json({ error: { details } }, { status: 422 })
        if (action.status === 'completed') return Response.json({}, { status: 422 })
        action.status = 'completed'
        if (given.lostAnswers-- > 0) throw new TypeError('cut')
        return Response.json({ data: {} })
      }
      const conversation = { id: 'c', status: 'open', response_mode: 'ai', read_position: '0.0' }
      if (path.endsWith('/sessions')) return Response.json({ data: { token: 'token', visitor: {}, conversation } })
      const items = path.includes('after') ? [] : [item]
      return Response.json({ data: path.includes('/conversation') ? { conversation, items } : {} })
    })
    return given
  }
  const result = { agent_action_uuid: 'a', action: 'order', result: [] }
  const isDone = ({ state }: ReturnType<typeof openTab>) =>
    state().items.map((item) => 'message' in item && item.message.action?.status === 'completed')

  it('is done also if the answer to it was lost', async () => {
    newForms().lostAnswers = 1
    const tab = openTab()
    await tab.chat.start()
    await expect(tab.chat.fillIn('m', result)).rejects.toMatchObject({ status: 0 })
    expect(isDone(tab)).toEqual([false])
    await tab.chat.fillIn('m', result)
    expect(isDone(tab)).toEqual([true])
    tab.chat.end()
  })

  it('names the fields that the server refuses', async () => {
    newForms().isRefused = true
    const tab = openTab()
    await tab.chat.start()
    await expect(tab.chat.fillIn('m', result)).rejects.toMatchObject({ status: 422, fields: ['result.phone'] })
    tab.chat.end()
  })

  it('is done in the other tabs too', async () => {
    newForms()
    const kept = new Map([['token', 'token']])
    const [one, other] = [openTab(kept), openTab(kept)]
    await Promise.all([one.chat.start(), other.chat.start()])
    await one.chat.fillIn('m', result)
    await expect.poll(() => isDone(other)).toEqual([true])
    for (const { chat } of [one, other]) chat.end()
  })
})
