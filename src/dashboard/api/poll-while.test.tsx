import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { pollWhile } from './poll-while.ts'
import { streamConnected } from './stream-state.ts'

let client: QueryClient
let calls: number[]

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  calls = []
})

afterEach(() => {
  client.unmount()
  client.clear()
  streamConnected.set(false)
  vi.useRealTimers()
})

/** Observes a query answered by `answer`, and records the time of each fetch. */
function observe(answer: (call: number) => unknown, options: { wanted?: () => boolean; live?: number } = {}) {
  const { wanted = () => true, ...pace } = options
  const observer = new QueryObserver(client, {
    queryKey: ['getTrainingJob', {}, {}],
    queryFn: () => {
      calls.push(Date.now())
      return answer(calls.length)
    },
    refetchInterval: pollWhile(wanted, { ms: 1_000, max: 4_000, ...pace }),
  })
  return observer.subscribe(() => undefined)
}

const gaps = () => calls.slice(1).map((at, index) => at - calls[index]!)

describe('pollWhile', () => {
  it('keeps its pace while the answer changes', async () => {
    observe((call) => ({ progress: call }))
    await vi.advanceTimersByTimeAsync(4_100)
    expect(gaps()).toEqual([1_000, 1_000, 1_000, 1_000])
  })

  it('backs off to its slowest while nothing changes', async () => {
    observe(() => ({ progress: 5 }))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(gaps().slice(0, 6)).toEqual([1_000, 1_500, 2_250, 3_375, 4_000, 4_000])
  })

  it('stops when it is no longer wanted', async () => {
    observe((call) => ({ progress: call }), { wanted: () => calls.length < 3 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(calls).toHaveLength(3)
  })

  it('asks once for two components that poll the same', async () => {
    observe((call) => ({ progress: call }))
    observe((call) => ({ progress: call }))
    await vi.advanceTimersByTimeAsync(3_100)
    expect(gaps()).toEqual([1_000, 1_000, 1_000])
  })

  it('waits as long as a 429 says', async () => {
    observe((call) => {
      if (call > 1) return {}
      throw new ApiError({ status: 429, code: 'rate_limit_exceeded', message: '', retryAfter: 9 })
    })
    await vi.advanceTimersByTimeAsync(9_100)
    expect(gaps()).toEqual([9_000])
  })

  it('leaves the work to the event stream while that is connected', async () => {
    streamConnected.set(true)
    observe((call) => ({ progress: call }), { live: 30_000 })
    await vi.advanceTimersByTimeAsync(31_000)
    expect(gaps()).toEqual([30_000])
  })
})
