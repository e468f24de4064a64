import { useEffect, useMemo, useRef, useState } from 'react'
import { compareLines, type Line } from './lines.ts'

const REST_MS = 4_000 // after this time without a movement, the pointer is taken to point at nothing

interface Pinned {
  list: unknown
  lines: readonly Line[]
}

/**
 * Keeps every row in its place while the pointer is over the list. Rows that move, arrive or leave do so afterwards;
 * what a row says is always up to date.
 * @param list Identifies what is listed. Another list starts without kept places.
 * @param loaded All known lines, including those that no longer belong to the list.
 */
export function useStableOrder(lines: readonly Line[], list: unknown, loaded: readonly Line[]) {
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
  // A refetch removes lines that have left the list, so what was last known of them has to be kept before.
  useEffect(() => setPinned((before) => before && withLatest(before, loaded)), [loaded])
  const shown = useMemo(
    () => (pinned && pinned.list === list ? inOrderOf(withLatest(pinned, loaded).lines, lines) : lines),
    [pinned, list, lines, loaded],
  )
  return {
    lines: shown,
    pointer: { onPointerMove: pin, onPointerDown: pin, onPointerLeave: release },
    /** Takes in the latest state of a row whose place is kept. */
    learn: (line: Line) => setPinned((before) => before && withLatest(before, [line])),
  }
}

function withLatest(pinned: Pinned, latest: readonly Line[]): Pinned {
  const byId = new Map(latest.map((line) => [line.id, line]))
  const isCurrent = pinned.lines.every((line) => (byId.get(line.id) ?? line) === line)
  return isCurrent ? pinned : { ...pinned, lines: pinned.lines.map((line) => byId.get(line.id) ?? line) }
}

/** The lines in their old order, followed by those loaded at the end since. */
function inOrderOf(before: readonly Line[], now: readonly Line[]): readonly Line[] {
  const last = before.at(-1)
  if (!last) return now
  const ids = new Set(before.map(({ id }) => id))
  return [...before, ...now.filter((line) => !ids.has(line.id) && compareLines(last, line) < 0)]
}
