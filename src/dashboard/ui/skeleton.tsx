import type { ComponentProps } from 'react'
import { cn } from '#dashboard/lib/cn.ts'

/** A grey bar where content will be; give it the content's own size. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} aria-hidden className={cn('h-4 animate-pulse rounded-sm bg-hover', className)} />
}
