import { useEffect, useMemo, useRef, useState } from 'react'
import { compareLines, type Line } from './lines.ts'

const REST_MS = 4_000 // without a movement, after which the pointer points at nothing

/**
 * While the pointer is over the list, every row stays where it is: what moves up, arrives or leaves does so afterwards.
 * @param list What is listed; another list begins without a hold.
 */
export function useHeldOrder(lines: readonly Line[], list: unknown) {
  const [held, setHeld] = useState<{ list: unknown; lines: readonly Line[] }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const release = () => {
    clearTimeout(timer.current)
    setHeld(undefined)
  }
  const hold = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(release, REST_MS)
    setHeld((before) => (before?.list === list ? before : { list, lines }))
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const shown = useMemo(() => (held && held.list === list ? inOrderOf(held.lines, lines) : lines), [held, list, lines])
  return { lines: shown, pointer: { onPointerMove: hold, onPointerDown: hold, onPointerLeave: release } }
}

/** The lines as they are now in their places of before, with those that were loaded at the end. */
export function inOrderOf(before: readonly Line[], now: readonly Line[]): readonly Line[] {
  const last = before.at(-1)
  if (!last) return now
  const byId = new Map(now.map((line) => [line.id, line]))
  const known = before.map((line) => byId.get(line.id) ?? line)
  const ids = new Set(before.map(({ id }) => id))
  return [...known, ...now.filter((line) => !ids.has(line.id) && compareLines(last, line) < 0)]
}
