import Search from 'lucide-react/icons/search'
import type { ComponentProps } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { Input } from './input.tsx'

interface SearchInputProps extends Omit<ComponentProps<typeof Input>, 'type'> {
  'aria-label': string
}

/** A text field for searching, with a magnifying glass. `className` applies to the frame around both. */
export function SearchInput({ className, ...props }: SearchInputProps) {
  return (
    <span className={cn('relative flex-1', className)}>
      <Search
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-muted"
      />
      <Input type="search" className="pl-8" {...props} />
    </span>
  )
}
