import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { minute, sampleLine } from '../testing/samples.ts'
import { comparing, type Line } from './lines.ts'
import { useStableOrder } from './use-stable-order.ts'

const [a, b, c, d] = [sampleLine('a', 9), sampleLine('b', 8), sampleLine('c', 7), sampleLine('d', 6)]
const moved = { ...c, updated_at: minute(10), message_count: 3 }
const fresh = sampleLine('e', 11)

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

function open(lines: readonly Line[]) {
  const { result, rerender } = renderHook(
    ({ lines, list, loaded }) => useStableOrder(lines, list, loaded, comparing('newest')),
    {
      initialProps: { lines, list: 'open', loaded: lines },
    },
  )
  return {
    ids: () => result.current.lines.map(({ id }) => id).join(''),
    lines: () => result.current.lines,
    pointer: (event: 'onPointerMove' | 'onPointerLeave') => act(() => result.current.pointer[event]()),
    show: (lines: readonly Line[], list = 'open', loaded = lines) => rerender({ lines, list, loaded }),
  }
}

it('leaves every row where it is while the pointer is over the list', () => {
  const list = open([a, b, c])
  list.pointer('onPointerMove')
  list.show([fresh, moved, a])
  expect(list.ids()).toBe('abc')
  expect(list.lines()[2]).toBe(moved)
  list.show([fresh, moved, a, d])
  expect(list.ids()).toBe('abcd')
  list.pointer('onPointerLeave')
  expect(list.ids()).toBe('ecad')
})

it('lets go when the pointer has not moved for a while', () => {
  vi.useFakeTimers()
  const list = open([a, b, c])
  list.pointer('onPointerMove')
  act(() => void vi.advanceTimersByTime(3_000))
  list.pointer('onPointerMove')
  list.show([moved, a, b])
  act(() => void vi.advanceTimersByTime(3_000))
  expect(list.ids()).toBe('abc')
  act(() => void vi.advanceTimersByTime(1_000))
  expect(list.ids()).toBe('cab')
})

it('shows another list, or what a search leaves, at once', () => {
  const list = open([a, b, c])
  list.pointer('onPointerMove')
  list.show([b], 'a search')
  expect(list.ids()).toBe('b')
})

it('shows the latest state of a row that has left the list, in its place', () => {
  const list = open([a, b, c])
  const closed = { ...b, status: 'closed' as const }
  list.pointer('onPointerMove')
  list.show([a, c], 'open', [a, closed, c])
  expect(list.lines()).toEqual([a, closed, c])
  list.show([a, c]) // the refetched list lacks the row
  expect(list.lines()).toEqual([a, closed, c])
  list.pointer('onPointerLeave')
  expect(list.ids()).toBe('ac')
})
