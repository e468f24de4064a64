import { type RefObject, useEffect, useReducer, useRef } from 'react'

interface Place {
  /** Scroll offset at the last measurement, in pixels. */
  offset: number
  isAtEnd: boolean
  toEnd: () => void
}

/** Keeps a thread at its end when its height changes, and renders the caller again, whose measurements are old then. */
export function useStayAtEnd(scroller: RefObject<HTMLElement | null>, { offset, isAtEnd, toEnd }: Place): void {
  const latest = useRef(toEnd)
  const before = useRef({ offset, wasAtEnd: true })
  useEffect(() => {
    latest.current = toEnd
    // A change of height is no scroll: only a new offset says where the member wants to be.
    if (before.current.offset !== offset) before.current = { offset, wasAtEnd: isAtEnd }
  })
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (before.current.wasAtEnd) latest.current()
      renderAgain()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
}
