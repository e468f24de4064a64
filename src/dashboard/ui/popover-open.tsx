import { Popover as Radix } from 'radix-ui'
import { cn } from '#dashboard/lib/cn.ts'
import type { PopoverProps } from './popover.tsx'

/** Behind `Popover`; mounted by the click that wants it, so it starts open. */
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
