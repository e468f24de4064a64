import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databases } from '../testing/database.ts'
import type { Platform } from './platform.ts'

describe.each(databases())('notifications on $name', ({ create }) => {
  let platform: Platform
  beforeAll(async () => {
    platform = await create()
  })
  afterAll(() => platform.close())

  it('tell the listeners of a topic, in order, once the transaction has committed', async () => {
    const heard: (string | null)[] = []
    const elsewhere: (string | null)[] = []
    platform.notifications.subscribe('Orders/1', (payload) => heard.push(payload))
    platform.notifications.subscribe('Orders/2', (payload) => elsewhere.push(payload))
    await platform.database.transaction(async (tx) => {
      await platform.notifications.notify(tx, 'Orders/1', 'ä "one"')
      await platform.notifications.notify(tx, 'Orders/1', 'two')
      expect(heard).toEqual([])
    })
    await vi.waitFor(() => expect(heard).toEqual(['ä "one"', 'two']), { timeout: 60_000 })
    expect(elsewhere).toEqual([])
  })

  it('say nothing of a transaction that rolled back', async () => {
    const heard: (string | null)[] = []
    platform.notifications.subscribe('rolled', (payload) => heard.push(payload))
    const rolledBack = platform.database.transaction(async (tx) => {
      await platform.notifications.notify(tx, 'rolled', 'lost')
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await platform.database.transaction((tx) => platform.notifications.notify(tx, 'rolled', 'kept'))
    await vi.waitFor(() => expect(heard).toEqual(['kept']), { timeout: 60_000 })
  })

  it('stop when the subscriber leaves, and a failing listener does not harm the next', async () => {
    const heard: (string | null)[] = []
    const gone: (string | null)[] = []
    vi.spyOn(console, 'error').mockImplementation(() => {})
    platform.notifications.subscribe('many', () => {
      throw new Error('listener')
    })
    const leave = platform.notifications.subscribe('many', (payload) => gone.push(payload))
    platform.notifications.subscribe('many', (payload) => heard.push(payload))
    leave()
    await platform.database.transaction((tx) => platform.notifications.notify(tx, 'many', 'x'))
    await vi.waitFor(() => expect(heard).toEqual(['x']), { timeout: 60_000 })
    expect(gone).toEqual([])
    vi.restoreAllMocks()
  })

  it('tell what is stored nowhere without a transaction, in order', async () => {
    const heard: (string | null)[] = []
    platform.notifications.subscribe('passing', (payload) => heard.push(payload))
    for (const word of ['one', 'two', 'three']) platform.notifications.tell('passing', word)
    await vi.waitFor(() => expect(heard).toEqual(['one', 'two', 'three']), { timeout: 60_000 })
    expect(() => platform.notifications.tell('passing', 'ä'.repeat(3501))).toThrow(RangeError)
  })

  it('carry 7,000 bytes and refuse more', async () => {
    const heard: (string | null)[] = []
    platform.notifications.subscribe('size', (payload) => heard.push(payload))
    await platform.database.transaction((tx) => platform.notifications.notify(tx, 'size', 'x'.repeat(7000)))
    await vi.waitFor(() => expect(heard[0]).toHaveLength(7000), { timeout: 60_000 })
    const tooLong = platform.database.transaction((tx) => platform.notifications.notify(tx, 'size', 'ä'.repeat(3501)))
    await expect(tooLong).rejects.toThrow(RangeError)
  })
})
