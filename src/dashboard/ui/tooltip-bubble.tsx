import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from './kbd.tsx'

export type Side = 'top' | 'right' | 'bottom' | 'left'

const GAP = 6 // pixels between the element and its tooltip
const EDGE = 8 // pixels kept free at the window's edge

interface TooltipBubbleProps {
  anchor: Element
  label: string
  keys: string | undefined
  side: Side
}

/** The tooltip's label, placed beside `anchor`, the element that it is about. */
export function TooltipBubble({ anchor, label, keys, side }: TooltipBubbleProps) {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (bubble.current) place(bubble.current, anchor.getBoundingClientRect(), side)
  }, [anchor, side])
  return createPortal(
    <div
      ref={bubble}
      aria-hidden
      className="pointer-events-none fixed top-0 left-0 z-60 flex max-w-72 items-center gap-2 rounded bg-ink px-2 py-1 text-on-ink text-xs shadow-float"
    >
      {label}
      {keys && <Kbd keys={keys} tone="inverse" />}
    </div>,
    document.body,
  )
}

function place(bubble: HTMLElement, anchor: DOMRect, side: Side): void {
  const { width, height } = bubble.getBoundingClientRect()
  const centred = { x: anchor.left + (anchor.width - width) / 2, y: anchor.top + (anchor.height - height) / 2 }
  const below = anchor.bottom + GAP
  const above = anchor.top - GAP - height
  const spot = {
    top: { x: centred.x, y: above < EDGE ? below : above },
    bottom: { x: centred.x, y: below },
    left: { x: anchor.left - GAP - width, y: centred.y },
    right: { x: anchor.right + GAP, y: centred.y },
  }[side]
  const x = Math.max(EDGE, Math.min(spot.x, window.innerWidth - width - EDGE))
  const y = Math.max(EDGE, Math.min(spot.y, window.innerHeight - height - EDGE))
  bubble.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
}
