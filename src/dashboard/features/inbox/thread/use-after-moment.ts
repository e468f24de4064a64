import { useEffect, useState } from 'react'

const MOMENT_MS = 4_000 // milliseconds after which somebody who opened a conversation counts as being there

/**
 * Whether the component has been mounted for `MOMENT_MS`. Whoever leaves sooner only skims past and does not count as
 * being there.
 */
export function useAfterMoment(): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), MOMENT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}
