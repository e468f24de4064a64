import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { singleFlight } from './single-flight.ts'

describe('singleFlight', () => {
  it('asks once for all who came while it was asking, and never answers with what was asked before', async () => {
    const share = singleFlight()
    let value = 'old'
    const sizes: number[] = []
    const ask = async (callers: number) => {
      sizes.push(callers)
      const read = value // like a query, which sees the state at its start
      await delay(20)
      return read
    }
    const first = share('key', ask)
    value = 'new'
    const later = await Promise.all([share('key', ask), share('key', ask), share('key', ask)])
    expect(await first).toEqual({ result: 'old', place: 0, callers: 1 })
    expect(later).toEqual([0, 1, 2].map((place) => ({ result: 'new', place, callers: 3 })))
    expect(sizes).toEqual([1, 3])
  })

  it('keeps keys apart, and begins anew when all are answered', async () => {
    const share = singleFlight()
    const ask = async (callers: number) => callers
    const both = await Promise.all([share('one', ask), share('other', ask)])
    expect(both.map(({ result }) => result)).toEqual([1, 1])
    expect((await share('one', ask)).result).toBe(1)
  })

  it('does not wait for ever for an answer that does not come', async () => {
    const share = singleFlight(30)
    let answer: (text: string) => void = () => {}
    let asked = 0
    const ask = async () => {
      asked += 1
      return asked === 1 ? new Promise<string>((resolve) => (answer = resolve)) : 'another connection'
    }
    const stuck = share('key', ask)
    expect((await share('key', ask)).result).toBe('another connection')
    answer('late')
    expect((await stuck).result).toBe('late')
  })

  it('tells all who shared a failure of it, and asks again for the next', async () => {
    const share = singleFlight()
    let asked = 0
    const ask = async () => {
      asked += 1
      await delay(5)
      if (asked === 2) throw new Error('gone')
      return asked
    }
    const first = share('key', ask)
    const sharing = await Promise.allSettled([share('key', ask), share('key', ask)])
    expect((await first).result).toBe(1)
    expect(sharing.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await share('key', ask)).result).toBe(3)
  })
})
