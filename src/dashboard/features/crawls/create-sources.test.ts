import { describe, expect, it } from 'vitest'
import { ApiError } from '#dashboard/api/api-error.ts'
import { type CreateProgress, createSources } from './create-sources.ts'

const urls = Array.from({ length: 250 }, (_, index) => `https://example.com/${index}`)
const nothing: CreateProgress = { done: 0, created: 0, refused: [] }

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
