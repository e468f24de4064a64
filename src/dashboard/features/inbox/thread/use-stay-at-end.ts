import { type RefObject, useEffect, useReducer, useRef } from 'react'

interface Place {
  /** How far the thread was scrolled when it was last measured. */
  offset: number
  isAtEnd: boolean
  toEnd: () => void
}

/**
 * Keeps the newest message in sight when the room for the thread changes, as when the composer grows or the window
 * shrinks. The calling component renders again then, because what it measured is out of date.
 */
export function useStayAtEnd(scroller: RefObject<HTMLElement | null>, { offset, isAtEnd, toEnd }: Place): void {
  const latest = useRef(toEnd)
  const before = useRef({ offset, wasAtEnd: true })
  useEffect(() => {
    latest.current = toEnd
    // A change of height is no scroll: the last scroll says where the reader wanted to be.
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
