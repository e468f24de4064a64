import * as Radix from '@radix-ui/react-dropdown-menu'
import type { ComponentProps, FocusEvent, ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { leaveFocusTaken } from './return-focus.ts'

/** A menu that leaves the page around it accessible to assistive technology, as no menu here demands an answer. */
export function DropdownMenu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />
}

/** The button that opens a menu; use `asChild` around a Button or IconButton. */
export const DropdownMenuTrigger = Radix.Trigger
export const DropdownMenuRadioGroup = Radix.RadioGroup

/** A menu's panel, rendered in place, within the landmarks, as nothing clips it; it resets inherited text styles. */
export function DropdownMenuContent({ className, align = 'end', ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Content
      {...props}
      onFocus={focusFirst}
      onCloseAutoFocus={leaveFocusTaken}
      align={align}
      sideOffset={4}
      collisionPadding={8}
      className={cn(
        'z-50 min-w-44 max-w-80 animate-float rounded-lg border border-line bg-raised p-1 text-left font-normal text-base text-ink shadow-float',
        className,
      )}
    />
  )
}

/** Focuses the first entry of a menu opened by keyboard. Radix misses a key press from before its code was loaded. */
function focusFirst({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target !== currentTarget || !target.matches(':focus-visible')) return
  target.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus()
}

const itemClass =
  'flex h-control cursor-default select-none items-center gap-2 rounded-sm px-2 outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted'

export function DropdownMenuItem({
  tone,
  className,
  ...props
}: ComponentProps<typeof Radix.Item> & { tone?: 'danger' }) {
  return (
    <Radix.Item
      {...props}
      className={cn(itemClass, tone === 'danger' && 'text-danger [&_svg]:text-danger', className)}
    />
  )
}

export function DropdownMenuRadioItem({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Radix.RadioItem value={value} className={itemClass}>
      <span className="flex flex-1 items-center gap-2">{children}</span>
      <Radix.ItemIndicator aria-hidden>✓</Radix.ItemIndicator>
    </Radix.RadioItem>
  )
}

export function DropdownMenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="truncate px-2 py-1.5 text-muted text-xs">{children}</Radix.Label>
}

export function DropdownMenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />
}
