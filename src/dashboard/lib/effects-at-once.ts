import { useLayoutEffect, useState } from 'react'

/**
 * Runs a component's effects before it is painted, as React does if a layout effect changes state. It would otherwise
 * run them a moment later, and a key pressed in between, such as Escape in a dialog, would be lost.
 */
export function useEffectsAtOnce(): void {
  const [, change] = useState(false)
  useLayoutEffect(() => change(true), [])
}
