import { Select } from '#dashboard/ui/select.tsx'

interface FilterSelectProps<Value extends string> {
  label: string
  /** Label of the entry that switches the filter off, or stands for the default. */
  any: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  className?: string
}

export function FilterSelect<Value extends string>({
  label,
  any,
  options,
  value,
  onChange,
  className,
}: FilterSelectProps<Value>) {
  return (
    <Select
      aria-label={label}
      className={className}
      value={value ?? ''}
      onChange={(event) => onChange(options.find(([known]) => known === event.target.value)?.[0])}
    >
      <option value="">{any}</option>
      {options.map(([known, words]) => (
        <option key={known} value={known}>
          {words}
        </option>
      ))}
    </Select>
  )
}
