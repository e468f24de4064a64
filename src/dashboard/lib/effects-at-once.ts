import { useLayoutEffect, useState } from 'react'

/**
 * For what closes with Escape: React runs effects a moment after the page shows what they belong to, and a key pressed
 * in between would be lost. A change made before the page is painted has them run first.
 */
export function useEffectsAtOnce(): void {
  const [, change] = useState(false)
  useLayoutEffect(() => change(true), [])
}
