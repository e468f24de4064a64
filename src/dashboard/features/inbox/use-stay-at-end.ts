import { type RefObject, useEffect, useReducer, useRef } from 'react'

interface Place {
  /** Of the scroller, as last measured. */
  offset: number
  isAtEnd: boolean
  toEnd: () => void
}

/**
 * Keeps the newest message in sight when the room for the thread changes: the composer grows, the window shrinks. Whoever
 * calls it renders again then: what it took from the page's layout was of before.
 */
export function useStayAtEnd(scroller: RefObject<HTMLElement | null>, { offset, isAtEnd, toEnd }: Place): void {
  const latest = useRef(toEnd)
  const before = useRef({ offset, wasAtEnd: true })
  useEffect(() => {
    latest.current = toEnd
    // A change of height alone is no scroll: the last scroll says where the reader wanted to be.
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
