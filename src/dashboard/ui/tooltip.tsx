import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from './kbd.tsx'

type Side = 'top' | 'right' | 'bottom' | 'left'

interface TooltipProps {
  label: string
  keys?: string
  side?: Side
  /** A single element, which needs an accessible name of its own. */
  children: ReactNode
}

const DELAY_MS = 400

/**
 * A short label on hover and keyboard focus, for sighted people only, so it must not contain necessary information. Our
 * own, as it is part of every screen's frame and Radix's version would add 20 kB (gzip) to the first load.
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

const GAP = 6 // pixels between the element and its tooltip
const EDGE = 8 // pixels kept free at the window's edge

interface TooltipBubbleProps {
  anchor: Element
  label: string
  keys: string | undefined
  side: Side
}

function TooltipBubble({ anchor, label, keys, side }: TooltipBubbleProps) {
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
