import Quote from 'lucide-react/icons/quote'
import type { ReactNode } from 'react'
import { Popover } from '#dashboard/ui/popover.tsx'

interface TracePopoverProps {
  label: string
  align: 'start' | 'end'
  /** Called when the pointer or the focus approaches the button. */
  preload?: () => void
  children: ReactNode
}

export function TracePopover({ label, align, preload, children }: TracePopoverProps) {
  return (
    <Popover
      label="Why this answer"
      align={align}
      side="top"
      className="w-96"
      {...(preload && { preload })}
      trigger={
        <button
          type="button"
          className="relative mt-1 inline-flex items-center gap-1 rounded-sm px-0.5 text-left text-muted text-xs hover:text-ink data-[state=open]:text-ink max-md:after:absolute max-md:after:inset-x-0 max-md:after:-inset-y-3 max-md:after:content-[''] [&_svg]:size-3 [&_svg]:shrink-0"
        >
          <Quote aria-hidden /> {label}
        </button>
      }
    >
      {children}
    </Popover>
  )
}
