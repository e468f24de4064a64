import type { RefObject } from 'preact'
import { useCallback, useEffect, useRef } from 'preact/hooks'

const NEAR_END_PX = 120

/**
 * Keeps the end of what is read in view as long as the reader is there: whatever is added or grows, such as the line
 * that somebody is writing, and also when a phone is turned or its keyboard opens.
 * @returns `noteEnd`, for each time the box is scrolled, and `stayAtEnd`, which goes there from anywhere
 */
export function useEnd(box: RefObject<HTMLElement | null>) {
  const isAtEnd = useRef(true)
  const lastTop = useRef(0)
  const follow = useCallback(() => {
    if (isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [box])
  useEffect(() => {
    const element = box.current
    if (!element) return
    const size = new ResizeObserver(follow)
    size.observe(element)
    const content = new MutationObserver(follow)
    content.observe(element, { childList: true, subtree: true, characterData: true })
    follow()
    return () => {
      size.disconnect()
      content.disconnect()
    }
  }, [box, follow])
  const noteEnd = useCallback(() => {
    const element = box.current
    if (!element || element.clientHeight === 0) return // it isn't shown
    const { scrollHeight, scrollTop, clientHeight } = element
    // On its way down, smoothly, to what has come, the box is not at the end for a while, but nobody has gone back.
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) isAtEnd.current = true
    else if (scrollTop < lastTop.current) isAtEnd.current = false
    lastTop.current = scrollTop
  }, [box])
  const stayAtEnd = useCallback(() => {
    isAtEnd.current = true
    follow()
  }, [follow])
  return { stayAtEnd, noteEnd }
}
