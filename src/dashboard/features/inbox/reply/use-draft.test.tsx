import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { drafted, readDraft } from './drafts.ts'
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
    const elsewhere = (stored: string | null) => {
      if (stored === null) localStorage.removeItem('baton.draft.a')
      else localStorage.setItem('baton.draft.a', stored)
      act(() => void window.dispatchEvent(Object.assign(new Event('storage'), { key: 'baton.draft.a' })))
    }
    elsewhere('{"text":"from there","base":2}')
    expect(draft.result.current).toMatchObject({ text: 'from there', base: 2 })
    expect(drafted.get()).toEqual(new Set(['a']))
    elsewhere(null)
    expect(draft.result.current).toMatchObject({ text: '', base: 3 })
    expect(drafted.get().size).toBe(0)
    window.dispatchEvent(new Event('pagehide'))
    expect(readDraft('a')).toBeUndefined()
    act(() => draft.result.current.write('mine'))
    elsewhere(null)
    expect(draft.result.current.text).toBe('mine')
  })
})
