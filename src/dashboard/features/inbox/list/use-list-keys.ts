import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { awaitedPlace, forgetKeys, holdKeys } from '#dashboard/lib/held-keys.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { toConversation } from '../inbox-search.ts'
import { shownLines } from './advance.ts'
import type { Line } from './lines.ts'

interface ListKeys {
  lines: readonly Line[]
  selectedId: string | undefined
  /** Whether the thread is shown beside the list, so that moving to a row opens it. */
  isBeside: boolean
  reveal: RefObject<((index: number) => void) | null>
  /** False while the results of a search are shown instead of this list. */
  enabled: boolean
}

/**
 * Registers the shortcuts `j` and `k` for the next and the previous conversation. They continue from the position of
 * the last conversation, even if that has left the list.
 */
export function useListKeys({ lines, selectedId, isBeside, reveal, enabled }: ListKeys): void {
  const navigate = useNavigate()
  const place = useRef<{ id: string | undefined; index: number }>({ id: selectedId, index: -1 })

  useEffect(() => {
    shownLines.set(enabled ? lines : [])
    return () => shownLines.set([])
  }, [lines, enabled])

  useEffect(() => {
    // Ignore a conversation that is only passed on the way to another one.
    if (selectedId === undefined || (awaitedPlace() ?? selectedId) !== selectedId) return
    const index = lines.findIndex(({ id }) => id === selectedId)
    place.current = { id: selectedId, index: index >= 0 ? index : place.current.index }
  }, [selectedId, lines])

  const step = (by: 1 | -1) => {
    const { id, index: stood } = place.current
    const found = id === undefined ? -1 : lines.findIndex((line) => line.id === id)
    const from = found >= 0 ? found : by > 0 ? Math.max(0, stood) - 1 : Math.max(0, stood)
    const next = Math.min(Math.max(from + by, 0), lines.length - 1)
    const line = lines[next]
    if (!line) return
    place.current = { id: line.id, index: next }
    reveal.current?.(next)
    if (!isBeside && selectedId === undefined) return
    if (line.id === selectedId) forgetKeys()
    else holdKeys(line.id)
    void navigate({
      ...toConversation(line.agent_id, line.id),
      // Moving between conversations replaces the history entry, so that Back returns to the list.
      replace: selectedId !== undefined,
      state: (state) => state,
    })
  }
  useShortcut('j', 'Next conversation', () => step(1), { whileHeld: true, enabled })
  useShortcut('k', 'Previous conversation', () => step(-1), { whileHeld: true, enabled })
}
