import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, unreachable } from '#dashboard/api/api-error.ts'
import type { Message } from '#dashboard/components/conversation/message-bubble.tsx'
import { sampleMessage } from '../testing/samples.ts'
import { createOutbox, type Outgoing, requestKeyOf } from './outbox.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** An outbox with a fake network that can fail or refuse, and with colleagues who reply in between. */
function setUp(stored = new Map<string, string>()) {
  const network = { online: true, error: undefined as ApiError | undefined, others: [] as Message[] }
  const sent: Outgoing[] = []
  const outbox = createOutbox({
    isOnline: () => network.online,
    deliver: async (item) => {
      if (network.error) throw network.error
      if (Number.isFinite(item.base) && network.others.length > 0) return network.others
      sent.push(item)
      return []
    },
    storage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) },
  })
  const add = (content: string, conversationId = 'c') => outbox.add({ agentId: 'a', conversationId, content, base: 1 })
  const states = () => outbox.items.get().map(({ content, state }) => `${content}: ${state}`)
  return { network, sent, outbox, add, states, stored }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('createOutbox', () => {
  it('sends at once, and in the order written', async () => {
    const { sent, add, states } = setUp()
    add('one')
    add('two')
    await settle()
    expect(sent.map(({ content }) => content)).toEqual(['one', 'two'])
    expect(states()).toEqual([])
  })

  it('keeps replies while offline and sends them in order when back', async () => {
    const { network, sent, outbox, add, states } = setUp()
    network.online = false
    add('one')
    add('two')
    await settle()
    expect(states()).toEqual(['one: waiting', 'two: waiting'])
    network.online = true
    outbox.wake()
    await settle()
    expect(sent.map(({ content }) => content)).toEqual(['one', 'two'])
  })

  it('tries again by itself when the server can’t be reached, with the same key', async () => {
    const { network, sent, outbox, add, states } = setUp()
    network.error = unreachable()
    add('one')
    await settle()
    expect(states()).toEqual(['one: waiting'])
    const { key } = outbox.items.get()[0]!
    network.error = undefined
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent.map((item) => item.key)).toEqual([key])
  })

  it('waits as long as a 429 says', async () => {
    const { network, sent, add } = setUp()
    network.error = new ApiError({ status: 429, code: 'rate_limit_exceeded', message: '', retryAfter: 20 })
    add('one')
    await settle()
    network.error = undefined
    await vi.advanceTimersByTimeAsync(19_000)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sent).toHaveLength(1)
  })

  it('stops at a refusal, keeps what follows waiting, and leaves other conversations alone', async () => {
    const { network, sent, outbox, add, states } = setUp()
    network.error = new ApiError({ status: 423, code: 'agent_unavailable', message: '' })
    add('one')
    add('two')
    await settle()
    expect(states()).toEqual(['one: failed', 'two: waiting'])
    network.error = undefined
    add('elsewhere', 'other')
    await settle()
    expect(sent.map(({ content }) => content)).toEqual(['elsewhere'])
    expect(outbox.take(outbox.items.get()[0]!.key)).toBe('one')
    await settle()
    expect(sent.map(({ content }) => content)).toEqual(['elsewhere', 'two'])
  })

  it('holds a reply when someone else has replied since, and sends it only when told to', async () => {
    const { network, sent, outbox, add } = setUp()
    network.others = [sampleMessage(2, { role: 'human', content: 'I have got this' })]
    add('one')
    await settle()
    const [stale] = outbox.items.get()
    expect(stale).toMatchObject({ state: 'stale', others: [{ content: 'I have got this' }] })
    expect(sent).toEqual([])
    outbox.release(stale!.key)
    await settle()
    expect(sent).toMatchObject([{ key: stale!.key, content: 'one' }])
  })

  it('sends again as another request, whose answer the server has not kept, however often it was refused', async () => {
    const { network, sent, outbox, add } = setUp()
    const keys = new Set<string>()
    network.error = new ApiError({ status: 423, code: 'agent_unavailable', message: '' })
    add('one')
    for (const _time of ['first', 'second', 'third']) {
      await settle()
      const [refused] = outbox.items.get()
      expect(refused).toMatchObject({ state: 'failed', base: 1 })
      keys.add(requestKeyOf(refused!))
      outbox.release(refused!.key)
    }
    expect(keys.size).toBe(3)
    await settle()
    network.error = undefined
    network.others = [sampleMessage(2, { role: 'human' })]
    outbox.release(outbox.items.get()[0]!.key)
    await settle()
    expect(outbox.items.get()).toMatchObject([{ state: 'stale' }]) // others are asked about each time
    keys.add(requestKeyOf(outbox.items.get()[0]!))
    outbox.release(outbox.items.get()[0]!.key)
    await settle()
    keys.add(requestKeyOf(sent[0]!))
    expect(keys.size).toBe(5)
  })

  it('sends again as the same request where the server broke off, which may have stored the reply', async () => {
    const { network, sent, outbox, add } = setUp()
    network.error = new ApiError({ status: 500, code: 'internal_error', message: '' })
    add('one')
    await settle()
    const [broken] = outbox.items.get()
    network.error = undefined
    outbox.release(broken!.key)
    await settle()
    expect(sent.map(requestKeyOf)).toEqual([requestKeyOf(broken!)])
  })

  it('asks about others before sending what waited offline', async () => {
    const { network, outbox, add, states } = setUp()
    network.online = false
    add('one')
    network.others = [sampleMessage(2, { role: 'human' })]
    network.online = true
    outbox.wake()
    await settle()
    expect(states()).toEqual(['one: stale'])
  })

  it('goes on after the page was reloaded', async () => {
    const before = setUp()
    before.network.online = false
    before.add('one')
    const after = setUp(before.stored)
    expect(after.outbox.items.get()).toMatchObject([{ content: 'one', state: 'waiting', base: 1 }])
    after.outbox.wake()
    await settle()
    expect(after.sent.map(({ key }) => key)).toEqual(before.outbox.items.get().map(({ key }) => key))
  })
})
