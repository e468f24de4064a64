import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

const AROUND = 8 // rows beyond the screen's edges that are in the page, so that a flick doesn't outrun them

interface RowsInView {
  /** The first row in the page, and the one after the last. */
  first: number
  end: number
  /** Brings a row into view by the shortest way. */
  scrollTo: (index: number) => void
}

/**
 * Which rows of a long list belong in the page. All have one height, so that it is arithmetic: a virtualizer, which
 * measures, would be 10 kB gzip of the inbox's first load.
 */
export function useRowsInView(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): RowsInView {
  const [{ first, end }, setRange] = useState({ first: 0, end: 0 })
  const measure = useRef<() => void>(() => undefined)
  measure.current = () => {
    const element = scroller.current
    if (!element) return
    const top = Math.floor(element.scrollTop / rowHeight)
    const bottom = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight)
    const next = { first: Math.max(0, top - AROUND), end: bottom + AROUND }
    setRange((before) => (before.first === next.first && before.end === next.end ? before : next))
  }

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => flushSync(() => measure.current())
    const observer = new ResizeObserver(() => measure.current())
    measure.current()
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller])

  const scrollTo = (index: number) => {
    const element = scroller.current
    if (!element) return
    const top = index * rowHeight
    element.scrollTop = Math.min(top, Math.max(element.scrollTop, top + rowHeight - element.clientHeight))
    flushSync(() => measure.current())
  }
  return { first: Math.min(first, count), end: Math.min(end, count), scrollTo }
}
