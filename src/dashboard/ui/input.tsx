import { type ComponentProps, createContext, use } from 'react'
import { cn } from '#dashboard/lib/cn.ts'

/** Classes shared by all input controls. The font has 16 px on a phone, below which iOS zooms in on focus. */
export const controlClass =
  'w-full min-w-0 rounded border border-line-strong bg-surface px-2.5 text-ink max-sm:text-[1rem] transition-colors duration-100 hover:border-muted focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted aria-invalid:border-danger aria-invalid:focus-visible:outline-danger'

interface FieldProps {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

/** What connects the control of a `FormField` with its label and its note. */
export const FieldContext = createContext<FieldProps>({})

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...use(FieldContext)} {...props} className={cn(controlClass, 'h-control', className)} />
}
