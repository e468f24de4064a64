import { useEffect, useState } from 'react'

const MOMENT_MS = 4_000 // milliseconds after which somebody who opened a conversation counts as being there

/** Whether `MOMENT_MS` have passed since mounting. Whoever leaves sooner only skims past. */
export function useAfterMoment(): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), MOMENT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}
