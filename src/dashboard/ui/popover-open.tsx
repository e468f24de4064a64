import * as Radix from '@radix-ui/react-popover'
import type { ReactElement, ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'

export interface PopoverProps {
  /** The button that opens the panel. */
  trigger: ReactElement
  /** The panel's accessible name. */
  label: string
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  className?: string
  /** Fetches the panel's content; called when the pointer or focus approaches the button. */
  preload?: () => void
  children: ReactNode
}

/** The panel of `Popover`, in a chunk of its own. The click that opens it also loads it, so it starts open. */
export function PopoverOpen({ trigger, label, align = 'start', side = 'bottom', className, children }: PopoverProps) {
  return (
    <Radix.Root defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-50 max-h-[min(28rem,var(--radix-popover-content-available-height))] w-80 max-w-[calc(100vw-16px)] animate-float overflow-y-auto rounded-lg border border-line bg-raised p-3 shadow-float outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
