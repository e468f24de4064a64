import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { databases } from '../testing/database.ts'
import { definition, handler, type Payload, sender, soon } from './jobs.fixture.ts'
import type { Platform } from './platform.ts'

describe.each(databases())('jobs in hard times on $name', ({ create }) => {
  let platform: Platform
  beforeEach(async () => {
    platform = await create()
  })
  afterEach(() => platform.close())

  const send = sender(() => platform)

  it('does not count a run that the machine cut short, however often', async () => {
    const attempts: number[] = []
    const failures: Error[] = [
      Object.assign(new Error('terminating connection'), { code: '57P01' }),
      new Error('Connection terminated unexpectedly'),
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
      Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    ]
    await platform.jobs.start([
      handler(
        async (_, { attempt }) => {
          attempts.push(attempt)
          const failure = failures.shift()
          if (failure) throw failure
        },
        { attempts: 1 },
      ),
    ])
    await send(1, {}, { ...definition, attempts: 1 })
    await vi.waitFor(() => expect(attempts).toEqual([1, 1, 1, 1, 1]), { timeout: 60_000 })
  })

  it('takes turns between those who wait, so that one of many does not hold up one of few', async () => {
    const fair = {
      name: 'fair-job',
      concurrency: 1,
      fairnessKey: ({ value }: Payload) => `${Math.floor(value / 1000)}`,
    }
    const sent = { ...definition, ...fair }
    const order: number[] = []
    const goOn = Promise.withResolvers<void>()
    await platform.database.transaction(async (tx) => {
      for (let value = 0; value < 300; value += 1) await platform.jobs.send(tx, sent, { value })
    })
    const taken = handler(async ({ value }) => {
      order.push(value)
      await goOn.promise
    }, fair)
    await platform.jobs.start([taken])
    await vi.waitFor(() => expect(order).toHaveLength(1), soon)
    await send(1000, {}, sent)
    await send(2000, {}, sent)
    goOn.resolve()
    await vi.waitFor(() => expect(order.length).toBeGreaterThan(5), soon)
    expect(order.slice(1, 3)).toEqual([1000, 2000])
    await vi.waitFor(() => expect(new Set(order).size).toBe(302), { timeout: 60_000 })
  })

  it('leaves slots to others, however long the jobs of one who waits take', async () => {
    const slow = {
      name: 'slow-job',
      concurrency: 4,
      fairnessKey: ({ value }: Payload) => `${Math.floor(value / 1000)}`,
    }
    const sent = { ...definition, ...slow }
    const ran: number[] = []
    const goOn = Promise.withResolvers<void>()
    const taken = handler(async ({ value }) => {
      ran.push(value)
      if (value < 1000) await goOn.promise
    }, slow)
    for (let value = 0; value < 10; value += 1) await send(value, {}, sent)
    await platform.jobs.start([taken])
    await vi.waitFor(() => expect(ran.length).toBeGreaterThan(2), soon)
    for (const value of [1000, 2000, 2001]) await send(value, {}, sent)
    await vi.waitFor(() => expect(ran).toEqual(expect.arrayContaining([1000, 2000, 2001])), soon)
    expect(ran.filter((value) => value < 1000)).toHaveLength(3)
    goOn.resolve()
    await vi.waitFor(() => expect(new Set(ran).size).toBe(13), soon)
  })

  it('runs what is due although the clock has been set back, while it runs or while it was down', async () => {
    const ran: number[] = []
    const handlers = [handler(async ({ value }) => void ran.push(value))]
    await platform.jobs.start(handlers)
    await send(1, { delaySeconds: 1 })
    const setBack = Date.now() - 60 * 60 * 1000
    const clock = vi.spyOn(Date, 'now')
    const began = performance.now()
    clock.mockImplementation(() => setBack + (performance.now() - began))
    try {
      await vi.waitFor(() => expect(ran).toEqual([1]), soon)
      await send(2)
      await vi.waitFor(() => expect(ran).toEqual([1, 2]), soon)
      await platform.jobs.stop(1000)
      clock.mockRestore()
      await send(3)
      clock.mockImplementation(() => setBack + (performance.now() - began))
      await platform.jobs.start(handlers)
      await vi.waitFor(() => expect(ran).toEqual([1, 2, 3]), soon)
    } finally {
      clock.mockRestore()
    }
  })
})
