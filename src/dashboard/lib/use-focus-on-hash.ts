import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Gives the focus to the element that the address's hash names, as a link within a page does; the router scrolls there.
 */
export function useFocusOnHash(): void {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash) document.getElementById(hash)?.focus({ preventScroll: true })
  }, [hash])
}
