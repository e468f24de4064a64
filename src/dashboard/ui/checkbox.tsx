import Check from 'lucide-react/icons/check'
import type { ComponentProps } from 'react'
import { cn } from '#dashboard/lib/cn.ts'

export function Checkbox({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <span className={cn('relative inline-flex size-4 shrink-0', className)}>
      <input
        {...props}
        type="checkbox"
        className="peer size-4 cursor-pointer appearance-none rounded-sm border border-muted bg-surface checked:border-ink checked:bg-ink disabled:cursor-not-allowed disabled:opacity-50"
      />
      <Check
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute inset-0.5 size-3 text-on-ink opacity-0 peer-checked:opacity-100"
      />
    </span>
  )
}
