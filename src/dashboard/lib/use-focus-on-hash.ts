import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Moves the focus to the element named by the address's hash, as browsers do for links within a page; the router
 * scrolls to it.
 */
export function useFocusOnHash(): void {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash) document.getElementById(hash)?.focus({ preventScroll: true })
  }, [hash])
}
