import { type ReactNode, useEffect, useRef, useState } from 'react'
import { late } from '#dashboard/lib/late.tsx'
import type { Side } from './tooltip-bubble.tsx'

const TooltipBubble = late(() => import('./tooltip-bubble.tsx'), 'TooltipBubble')

interface TooltipProps {
  label: string
  keys?: string
  side?: Side
  children: ReactNode
}

const DELAY_MS = 400

/**
 * A short label on hover and keyboard focus, for sighted people only, so it must not contain necessary information. It
 * does without Radix, as it is part of every screen's frame and Radix would add 20 kB (gzip) to the first load.
 */
export function Tooltip({ label, keys, side = 'top', children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [shown, setShown] = useState(false)
  const show = (delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(true), delay)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setShown(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!shown) return
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the span only observes events of its child
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(DELAY_MS)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
    >
      {children}
      {shown && anchor.current?.firstElementChild && (
        <TooltipBubble anchor={anchor.current.firstElementChild} label={label} keys={keys} side={side} />
      )}
    </span>
  )
}
