import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { type ComponentProps, use } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { controlClass, FieldContext } from './input.tsx'

/** The browser's native select, which suits phones, keyboards and screen readers. Its children are options. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative inline-flex w-full min-w-0', className)}>
      <select
        {...use(FieldContext)}
        {...props}
        className={cn(controlClass, 'h-control appearance-none truncate pr-8')}
      />
      <ChevronsUpDown
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2 size-4 text-muted"
      />
    </span>
  )
}
