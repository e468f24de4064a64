import { type ComponentProps, use } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { controlClass, FieldContext } from './input.tsx'

export function Textarea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...use(FieldContext)}
      {...props}
      rows={rows}
      className={cn(controlClass, 'resize-y py-1.5', className)}
    />
  )
}
