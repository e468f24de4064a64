import { useEffect, useMemo, useRef, useState } from 'react'
import { compareLines, type Line } from './lines.ts'

const REST_MS = 4_000 // without a movement, after which the pointer points at nothing

interface Held {
  list: unknown
  lines: readonly Line[]
}

/**
 * While the pointer is over the list, every row stays where it is: what moves up, arrives or leaves does so afterwards.
 * What it says is always the latest.
 * @param list What is listed; another list begins without a hold.
 * @param loaded All lines that are known, those that no longer belong to the list included.
 */
export function useHeldOrder(lines: readonly Line[], list: unknown, loaded: readonly Line[]) {
  const [held, setHeld] = useState<Held>()
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
  // A refetch takes out what has left the list: what was known of it last has to be kept by then.
  useEffect(() => setHeld((before) => before && withLatest(before, loaded)), [loaded])
  const shown = useMemo(
    () => (held && held.list === list ? inOrderOf(withLatest(held, loaded).lines, lines) : lines),
    [held, list, lines, loaded],
  )
  return {
    lines: shown,
    pointer: { onPointerMove: hold, onPointerDown: hold, onPointerLeave: release },
    /** Takes in what is known of a row that is held. */
    learn: (line: Line) => setHeld((before) => before && withLatest(before, [line])),
  }
}

function withLatest(held: Held, latest: readonly Line[]): Held {
  const byId = new Map(latest.map((line) => [line.id, line]))
  const isCurrent = held.lines.every((line) => (byId.get(line.id) ?? line) === line)
  return isCurrent ? held : { ...held, lines: held.lines.map((line) => byId.get(line.id) ?? line) }
}

/** The lines in their places of before, with those that were loaded at the end. */
function inOrderOf(before: readonly Line[], now: readonly Line[]): readonly Line[] {
  const last = before.at(-1)
  if (!last) return now
  const ids = new Set(before.map(({ id }) => id))
  return [...before, ...now.filter((line) => !ids.has(line.id) && compareLines(last, line) < 0)]
}
