import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#dashboard/api/api-error.ts'
import { forgetBudgets } from '#dashboard/api/rate-budget.ts'
import { type CreateProgress, createSources } from './create-sources.ts'

const urls = Array.from({ length: 250 }, (_, index) => `https://example.com/${index}`)
const nothing: CreateProgress = { done: 0, created: 0, refused: [] }

beforeEach(() => {
  vi.useFakeTimers()
  forgetBudgets()
})
afterEach(() => void vi.useRealTimers())

describe('createSources', () => {
  it('sends a hundred at a time, in order, with keys of their own', async () => {
    const sent: [number, string][] = []
    const seen: CreateProgress[] = []
    await createSources({
      urls,
      runId: 'run',
      progress: nothing,
      send: async (batch, key) => {
        sent.push([batch.length, key])
        return batch.length
      },
      onProgress: (progress) => seen.push(progress),
    })
    expect(sent).toEqual([
      [100, 'run-0-0'],
      [100, 'run-100-0'],
      [50, 'run-200-0'],
    ])
    expect(seen.map(({ done, created }) => [done, created])).toEqual([
      [100, 100],
      [200, 200],
      [250, 250],
    ])
  })

  it('waits out a 429 and goes on with the same batch', async () => {
    const keys: string[] = []
    const waits: (number | undefined)[] = []
    const limited = new ApiError({ status: 429, code: 'rate_limit_exceeded', message: '', retryAfter: 30 })
    const finished = createSources({
      urls: urls.slice(0, 10),
      runId: 'run',
      progress: nothing,
      send: async (batch, key) => {
        keys.push(key)
        if (keys.length === 1) throw limited
        return batch.length
      },
      onProgress: () => undefined,
      onWait: (until) => waits.push(until),
    })
    await vi.advanceTimersByTimeAsync(29_000)
    expect(keys).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    await finished
    expect(keys).toEqual(['run-0-0', 'run-0-0'])
    expect(waits).toEqual([expect.any(Number), undefined])
  })

  it('goes on where it stopped, with the keys it would have used', async () => {
    const keys: string[] = []
    await createSources({
      urls,
      runId: 'run',
      progress: { done: 200, created: 199, refused: [] },
      send: async (batch, key) => {
        keys.push(key)
        return batch.length
      },
      onProgress: ({ created }) => expect(created).toBe(249),
    })
    expect(keys).toEqual(['run-200-0'])
  })

  it('leaves out what the server refuses, and says why', async () => {
    const refusal = new ApiError({
      status: 422,
      code: 'validation_failed',
      message: '',
      details: [{ field: 'urls.1', message: 'The urls.1 field must be a public address.' }],
    })
    let last = nothing
    await createSources({
      urls: urls.slice(0, 3),
      runId: 'run',
      progress: nothing,
      send: async (batch) => {
        if (batch.length === 3) throw refusal
        return batch.length
      },
      onProgress: (progress) => {
        last = progress
      },
    })
    expect(last).toEqual({
      done: 3,
      created: 2,
      refused: [{ url: 'https://example.com/1', message: 'must be a public address.' }],
    })
  })

  it('stops at what it can’t mend, keeping count of what is made', async () => {
    const full = new ApiError({ status: 422, code: 'subscription_limit_exceeded', message: '' })
    const seen: number[] = []
    const finished = createSources({
      urls,
      runId: 'run',
      progress: nothing,
      send: async (batch) => {
        if (seen.length > 0) throw full
        return batch.length
      },
      onProgress: ({ created }) => seen.push(created),
    })
    await expect(finished).rejects.toBe(full)
    expect(seen).toEqual([100])
  })
})
