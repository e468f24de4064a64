import { type RefObject, useEffect, useReducer, useRef } from 'react'

interface Place {
  /** Scroll offset at the last measurement, in pixels. */
  offset: number
  isAtEnd: boolean
  toEnd: () => void
}

/**
 * Keeps a thread that is scrolled to its end there when its height changes, for example as the composer grows or the
 * window shrinks. The calling component then renders again, as its measurements are out of date.
 */
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
