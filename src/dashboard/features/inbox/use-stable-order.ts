import { useEffect, useMemo, useRef, useState } from 'react'
import { compareLines, type Line } from './lines.ts'

const REST_MS = 4_000 // without a movement, after which the pointer points at nothing

interface Pinned {
  list: unknown
  lines: readonly Line[]
}

/**
 * While the pointer is over the list, every row stays where it is: what moves up, arrives or leaves does so afterwards.
 * What it says is always the latest.
 * @param list What is listed; another list begins without a pin.
 * @param loaded All lines that are known, those that no longer belong to the list included.
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
  // A refetch takes out what has left the list: what was known of it last has to be kept by then.
  useEffect(() => setPinned((before) => before && withLatest(before, loaded)), [loaded])
  const shown = useMemo(
    () => (pinned && pinned.list === list ? inOrderOf(withLatest(pinned, loaded).lines, lines) : lines),
    [pinned, list, lines, loaded],
  )
  return {
    lines: shown,
    pointer: { onPointerMove: pin, onPointerDown: pin, onPointerLeave: release },
    /** Takes in what is known of a row that is pinned. */
    learn: (line: Line) => setPinned((before) => before && withLatest(before, [line])),
  }
}

function withLatest(pinned: Pinned, latest: readonly Line[]): Pinned {
  const byId = new Map(latest.map((line) => [line.id, line]))
  const isCurrent = pinned.lines.every((line) => (byId.get(line.id) ?? line) === line)
  return isCurrent ? pinned : { ...pinned, lines: pinned.lines.map((line) => byId.get(line.id) ?? line) }
}

/** The lines in their places of before, with those that were loaded at the end. */
function inOrderOf(before: readonly Line[], now: readonly Line[]): readonly Line[] {
  const last = before.at(-1)
  if (!last) return now
  const ids = new Set(before.map(({ id }) => id))
  return [...before, ...now.filter((line) => !ids.has(line.id) && compareLines(last, line) < 0)]
}
