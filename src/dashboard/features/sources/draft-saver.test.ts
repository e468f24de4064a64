import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraftSaver, type DraftValues, type SaveState } from './draft-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A fake server that answers when told to, and records the requests. */
function fakeServer() {
  const sent: [string | undefined, DraftValues][] = []
  const states: SaveState['phase'][] = []
  let answer: { resolve: () => void; reject: (error: Error) => void } | undefined
  const request = (id: string | undefined, values: DraftValues) => {
    sent.push([id, { ...values }])
    return new Promise<string>((resolve, reject) => {
      answer = { resolve: () => resolve('draft-1'), reject }
    })
  }
  const saver = createDraftSaver({
    create: (values) => request(undefined, values),
    update: request,
    onState: ({ phase }) => states.push(phase),
  })
  return { saver, sent, states, answer: () => answer }
}

describe('createDraftSaver', () => {
  it('makes the draft of the first words at once, and changes that one when the writer pauses', async () => {
    const { saver, sent, answer, states } = fakeServer()
    saver.note({ content: 'A' })
    expect(sent).toEqual([[undefined, { content: 'A' }]])
    answer()?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(saver.id()).toBe('draft-1')
    saver.note({ content: 'AB' })
    saver.note({ content: 'ABC' })
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sent.slice(1)).toEqual([['draft-1', { content: 'ABC' }]])
    expect(states.slice(0, 5)).toEqual(['waiting', 'saving', 'saved', 'waiting', 'waiting'])
  })

  it('never makes two drafts, however the writer goes on while the first request is under way', async () => {
    const { saver, sent, answer } = fakeServer()
    saver.note({ content: 'A' })
    await vi.advanceTimersByTimeAsync(1_000)
    saver.note({ content: 'AB' })
    const flushed = saver.flush()
    answer()?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    answer()?.resolve()
    await flushed
    expect(sent.map(([id]) => id)).toEqual([undefined, 'draft-1'])
    expect(saver.isSaved()).toBe(true)
  })

  it('keeps what could not be saved for the next try', async () => {
    const { saver, sent, answer, states } = fakeServer()
    saver.note({ content: 'A' })
    const first = saver.flush()
    answer()?.reject(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    expect(states.at(-1)).toBe('failed')
    expect(saver.isSaved()).toBe(false)
    const second = saver.flush()
    answer()?.resolve()
    await second
    expect(sent.map(([, values]) => values.content)).toEqual(['A', 'A'])
  })

  it('makes no draft of nothing', async () => {
    const { saver, sent } = fakeServer()
    saver.note({ content: '  ' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent).toEqual([])
  })
})
