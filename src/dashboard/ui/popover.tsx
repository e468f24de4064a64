import { Popover as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '#dashboard/lib/cn.ts'

export const Popover = Radix.Root
/** With `asChild` around a Button or IconButton. */
export const PopoverTrigger = Radix.Trigger

interface PopoverContentProps extends ComponentProps<typeof Radix.Content> {
  /** What it is about; its accessible name. */
  label: string
}

/** A small panel beside what opened it. Escape and a click elsewhere close it; focus goes back. */
export function PopoverContent({ label, className, align = 'start', ...props }: PopoverContentProps) {
  return (
    <Radix.Portal>
      <Radix.Content
        {...props}
        aria-label={label}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          'z-50 max-h-[min(28rem,var(--radix-popover-content-available-height))] w-80 max-w-[calc(100vw-16px)] animate-float overflow-y-auto rounded-lg border border-line bg-raised p-3 shadow-float outline-none',
          className,
        )}
      />
    </Radix.Portal>
  )
}
