import type { ComponentProps } from 'react'
import { Select } from '#dashboard/ui/select.tsx'

interface FilterSelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  /** The accessible name, unless it stands in a `FormField`. */
  label?: string
  /** Label of the entry that switches the filter off, or stands for the default; undefined if one option always holds. */
  any?: string | undefined
  options: readonly (readonly [value: Value, label: string])[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, any, options, value, onChange, ...select } = props
  return (
    <Select
      {...select}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(options.find(([known]) => known === event.target.value)?.[0])}
    >
      {any && <option value="">{any}</option>}
      {options.map(([known, words]) => (
        <option key={known} value={known}>
          {words}
        </option>
      ))}
    </Select>
  )
}
