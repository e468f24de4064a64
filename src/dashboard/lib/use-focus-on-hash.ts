import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** As browsers do for links within a page; the router scrolls there. */
export function useFocusOnHash(): void {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash) document.getElementById(hash)?.focus({ preventScroll: true })
  }, [hash])
}
