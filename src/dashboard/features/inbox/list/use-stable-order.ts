import { useEffect, useMemo, useRef, useState } from 'react'
import type { Compare, Line } from './lines.ts'

const REST_MS = 4_000 // milliseconds without movement after which the pointer no longer keeps rows in place

interface Pinned {
  list: unknown
  lines: readonly Line[]
}

/**
 * Keeps every row in its place from a movement of the pointer over the list until the pointer leaves the list or has
 * rested for `REST_MS`. Meanwhile rows are added only below the others, and the content of rows is still updated.
 * @param list Identifies the list. Another list starts without fixed places.
 * @param loaded All known lines, including those that no longer belong to the list.
 */
export function useStableOrder(lines: readonly Line[], list: unknown, loaded: readonly Line[], compare: Compare) {
  const [pinned, setPinned] = useState<Pinned>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const release = () => {
    clearTimeout(timer.current)
    setPinned(undefined)
  }
  const pin = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(release, REST_MS)
    setPinned((before) => (before?.list === list ? before : { list, lines }))
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  // A refetch drops lines that have left the list, so remember their latest state before.
  useEffect(() => setPinned((before) => before && withLatest(before, loaded)), [loaded])
  const shown = useMemo(
    () => (pinned && pinned.list === list ? inOrderOf(withLatest(pinned, loaded).lines, lines, compare) : lines),
    [pinned, list, lines, loaded, compare],
  )
  return {
    lines: shown,
    pointer: { onPointerMove: pin, onPointerDown: pin, onPointerLeave: release },
    /** Updates a row that is kept in place. */
    learn: (line: Line) => setPinned((before) => before && withLatest(before, [line])),
  }
}

function withLatest(pinned: Pinned, latest: readonly Line[]): Pinned {
  const byId = new Map(latest.map((line) => [line.id, line]))
  const isCurrent = pinned.lines.every((line) => (byId.get(line.id) ?? line) === line)
  return isCurrent ? pinned : { ...pinned, lines: pinned.lines.map((line) => byId.get(line.id) ?? line) }
}

/** The lines in their previous order, followed by new ones that sort below all of them. */
function inOrderOf(before: readonly Line[], now: readonly Line[], compare: Compare): readonly Line[] {
  const last = before.at(-1)
  if (!last) return now
  const ids = new Set(before.map(({ id }) => id))
  return [...before, ...now.filter((line) => !ids.has(line.id) && compare(last, line) < 0)]
}
