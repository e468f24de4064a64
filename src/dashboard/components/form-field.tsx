import { type ContextType, type ReactNode, useId } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { sentence } from '#dashboard/lib/sentence.ts'
import { trimmedLength } from '#dashboard/lib/trimmed-length.ts'
import { FieldContext } from '#dashboard/ui/input.tsx'

interface FormFieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  aside?: ReactNode
  className?: string
  /** One control of `ui`, or a function that gives the field's ids to the one that is meant. */
  children: ReactNode | ((field: ContextType<typeof FieldContext>) => ReactNode)
}

/** Renders a field's label, hint and error, and connects them to the control with ids for assistive technology. */
export function FormField({ label, hint, error, optional, aside, className, children }: FormFieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  const field = {
    id,
    'aria-describedby': note ? noteId : undefined,
    'aria-invalid': error ? (true as const) : undefined,
  }
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-medium">
          {label}
          {optional && <span className="ml-1.5 font-normal text-muted">optional</span>}
        </label>
        {aside}
      </div>
      {typeof children === 'function' ? children(field) : <FieldContext value={field}>{children}</FieldContext>}
      {note && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={cn('break-words text-pretty text-sm', error ? 'text-danger' : 'text-muted')}
        >
          {error ? sentence(error) : hint}
        </p>
      )}
    </div>
  )
}

/** Number of characters used, counted as the server does; red above the limit. */
export function CharacterCount({ value, limit }: { value: string; limit: number }) {
  const used = trimmedLength(value)
  return (
    <span className={cn('text-sm tabular-nums', used > limit ? 'text-danger' : 'text-muted')}>
      {used.toLocaleString()} / {limit.toLocaleString()}
    </span>
  )
}
