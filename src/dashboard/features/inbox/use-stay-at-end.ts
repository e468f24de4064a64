import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the newest message in sight when the room for the thread changes: the composer grows, the window shrinks.
 * @param near Pixels from the end that count as being there.
 */
export function useStayAtEnd(scroller: RefObject<HTMLElement | null>, near: number, toEnd: () => void): void {
  const latest = useRef(toEnd)
  useEffect(() => {
    latest.current = toEnd
  })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let wasAtEnd = true
    // A change of height alone is no scroll: the last scroll says where the reader wanted to be.
    const note = () => {
      wasAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= near
    }
    const observer = new ResizeObserver(() => wasAtEnd && latest.current())
    element.addEventListener('scroll', note, { passive: true })
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', note)
      observer.disconnect()
    }
  }, [scroller, near])
}
