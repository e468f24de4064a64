import { useEffect, useState } from 'react'

const MOMENT_MS = 4_000 // milliseconds after which somebody who opened a conversation counts as being there

/** Whether a moment has passed since the component came. */
export function useAfterMoment(): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), MOMENT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}
