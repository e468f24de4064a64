import { useEffect, useRef, useState } from 'react'

/** Counts down from `seconds` to 0, then calls `onEnd` once. @returns the seconds left */
export function useCountdown(seconds: number, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds)
  const latest = useRef(onEnd)
  useEffect(() => {
    latest.current = onEnd
  })
  useEffect(() => {
    const endsAt = Date.now() + seconds * 1_000
    const timer = setInterval(() => {
      const remaining = Math.ceil((endsAt - Date.now()) / 1_000)
      setLeft(Math.max(0, remaining))
      if (remaining > 0) return
      clearInterval(timer)
      latest.current()
    }, 250)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
