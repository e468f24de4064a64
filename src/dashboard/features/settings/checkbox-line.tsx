import { type ComponentProps, useId } from 'react'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'

interface CheckboxLineProps extends ComponentProps<typeof Checkbox> {
  label: string
  hint: string
}

/** A checkbox with its label, and what it means below. */
export function CheckboxLine({ label, hint, ...props }: CheckboxLineProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex items-start gap-2.5">
      <Checkbox id={id} {...props} className="mt-0.5" />
      <span className="flex flex-col">
        <span className="font-medium">{label}</span>
        <span className="text-muted text-sm">{hint}</span>
      </span>
    </label>
  )
}
