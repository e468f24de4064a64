import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement } from 'react'
import { Kbd } from './kbd.tsx'

interface TooltipProps {
  label: string
  keys?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One focusable element. */
  children: ReactElement
}

/** A short name or explanation on hover and focus. Nothing in it may be needed to use the page. */
export function Tooltip({ label, keys, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 flex max-w-72 animate-float items-center gap-2 rounded bg-ink px-2 py-1 text-on-ink text-xs shadow-float"
          >
            {label}
            {keys && <Kbd keys={keys} tone="inverse" />}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
