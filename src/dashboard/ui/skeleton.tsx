import type { ComponentProps } from 'react'
import { cn } from '#dashboard/lib/cn.ts'

/** A grey bar in place of loading content; give it that content's size. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} aria-hidden className={cn('h-4 animate-pulse rounded-sm bg-hover', className)} />
}
