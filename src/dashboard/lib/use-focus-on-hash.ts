import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Moves the focus to the element that the hash names, as browsers do within a page; the router scrolls there. */
export function useFocusOnHash(): void {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash) document.getElementById(hash)?.focus({ preventScroll: true })
  }, [hash])
}
