import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionEnded } from '#dashboard/api/session-state.ts'
import { dropWritten, keepWrittenFor } from '#dashboard/lib/written.ts'
import { drafted, readDraft, writeDraft } from './drafts.ts'
import { useDraft } from './use-draft.ts'

beforeEach(() => {
  localStorage.clear()
  drafted.set(new Set())
})
afterEach(cleanup)

function open(conversationId: string, total: number) {
  return renderHook(({ total }) => useDraft(conversationId, total), { initialProps: { total } })
}

describe('useDraft', () => {
  it('keeps one draft for each conversation', () => {
    const first = open('a', 3)
    act(() => first.result.current.write('for a'))
    first.unmount()
    expect(open('b', 1).result.current.text).toBe('')
    expect(open('a', 5).result.current.text).toBe('for a')
    expect(drafted.get()).toEqual(new Set(['a']))
  })

  it('remembers what was on screen when it was begun', () => {
    const draft = open('a', 3)
    act(() => draft.result.current.write('h'))
    draft.rerender({ total: 4 })
    act(() => draft.result.current.write('hello'))
    expect(draft.result.current.base).toBe(3)
    draft.unmount()
    expect(open('a', 9).result.current.base).toBe(3)
  })

  it('sees everything as long as nothing is written', () => {
    const draft = open('a', 3)
    draft.rerender({ total: 7 })
    expect(draft.result.current.base).toBe(7)
  })

  it('moves on when what came since has been read', () => {
    const draft = open('a', 3)
    act(() => draft.result.current.write('hello'))
    act(() => draft.result.current.acknowledge(6))
    expect(draft.result.current).toMatchObject({ text: 'hello', base: 6 })
  })

  it('leaves nothing behind once sent', () => {
    const draft = open('a', 3)
    act(() => draft.result.current.write('hello'))
    act(() => draft.result.current.clear())
    expect(draft.result.current.text).toBe('')
    expect(readDraft('a')).toBeUndefined()
    expect(drafted.get().size).toBe(0)
  })

  it('follows what another tab of this browser writes or has sent, but for what is being written here', () => {
    const draft = open('a', 3)
    elsewhere(() => writeDraft('a', { text: 'from there', base: 2 }))
    expect(draft.result.current).toMatchObject({ text: 'from there', base: 2 })
    expect(drafted.get()).toEqual(new Set(['a']))
    elsewhere(() => writeDraft('a', undefined))
    expect(draft.result.current).toMatchObject({ text: '', base: 3 })
    expect(drafted.get().size).toBe(0)
    window.dispatchEvent(new Event('pagehide'))
    expect(readDraft('a')).toBeUndefined()
    act(() => draft.result.current.write('mine'))
    elsewhere(() => writeDraft('a', undefined))
    expect(draft.result.current.text).toBe('mine')
  })

  it('keeps what is written on the page when another tab signs out, and stores it again after signing in', () => {
    const draft = open('a', 3)
    elsewhere(() => keepWrittenFor('ada', 'localStorage'))
    elsewhere(() => writeDraft('a', { text: 'Dear Ana', base: 2 }))
    elsewhere(() => dropWritten('localStorage'))
    expect(readDraft('a')).toBeUndefined()
    act(() => sessionEnded.set(true))
    expect(draft.result.current).toMatchObject({ text: 'Dear Ana', base: 2 })
    act(() => sessionEnded.set(false))
    expect(readDraft('a')).toEqual({ text: 'Dear Ana', base: 2 })
  })

  it('forgets what is written on the page when somebody else signs in in another tab', () => {
    const draft = open('a', 3)
    elsewhere(() => keepWrittenFor('ada', 'localStorage'))
    elsewhere(() => writeDraft('a', { text: 'Dear Ana', base: 2 }))
    elsewhere(() => dropWritten('localStorage'))
    elsewhere(() => keepWrittenFor('ben', 'localStorage'))
    expect(draft.result.current.text).toBe('')
    act(() => sessionEnded.set(true))
    act(() => sessionEnded.set(false))
    expect(readDraft('a')).toBeUndefined()
  })
})

/** Changes the storage as another tab does: the browser then tells this tab of each change, after all of them. */
function elsewhere(change: () => void): void {
  const told: StorageEvent[] = []
  const realStorage = localStorage
  const note = (key: string, newValue: string | null, write: () => void) => {
    const oldValue = realStorage.getItem(key)
    write()
    if (oldValue !== newValue) told.push(new StorageEvent('storage', { key, oldValue, newValue }))
  }
  const watched: ProxyHandler<Storage> = {
    get: (storage, name) => {
      if (name === 'setItem') return (key: string, value: string) => note(key, value, () => storage.setItem(key, value))
      if (name === 'removeItem') return (key: string) => note(key, null, () => storage.removeItem(key))
      const value = Reflect.get(storage, name)
      return typeof value === 'function' ? value.bind(storage) : value
    },
  }
  vi.stubGlobal('localStorage', new Proxy(realStorage, watched))
  change()
  vi.unstubAllGlobals()
  act(() => {
    for (const event of told) window.dispatchEvent(event)
  })
}
