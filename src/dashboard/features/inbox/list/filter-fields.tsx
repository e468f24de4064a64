import { useId } from 'react'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { filterNames, type InboxSearch, viewOf } from '../inbox-search.ts'
import { chooseAdvance, useAdvances } from './advance.ts'
import { useFilterKinds } from './filter-kinds.ts'
import { chooseSort, isSorted, useSort } from './sort.ts'

export interface ListFiltersProps {
  search: InboxSearch
  onChange: (changed: InboxSearch) => void
}

/** Fields for the filters that the server applies, the order of the list, and what opens after closing. */
export function FilterFields({ search, onChange }: ListFiltersProps) {
  const view = viewOf(search)
  const sort = useSort(view)
  const kinds = useFilterKinds(search, true)
  const advanceId = useId()
  return (
    <>
      {([...filterNames, 'only'] as const).map(
        (name) =>
          kinds[name].isOffered && (
            <SelectField
              key={name}
              {...kinds[name]}
              value={search[name]}
              onChange={(value) => onChange({ [name]: value } as InboxSearch)}
            />
          ),
      )}
      {isSorted(view) && search.q === undefined && (
        <SelectField
          label="Order"
          options={[
            ['newest', 'Latest activity first'],
            ['waiting', 'Longest waiting first'],
          ]}
          value={sort}
          onChange={(chosen = 'newest') => chooseSort(view, chosen)}
        />
      )}
      <div className="flex items-center gap-2 text-sm">
        <Checkbox id={advanceId} checked={useAdvances()} onChange={(event) => chooseAdvance(event.target.checked)} />
        <label htmlFor={advanceId}>Open the next after closing</label>
      </div>
    </>
  )
}

interface SelectFieldProps<Value extends string> {
  label: string
  /** Label of the entry that switches a filter off; undefined where one of the options always holds. */
  any?: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value | undefined
  /** Receives the chosen value; undefined for `any`. */
  onChange: (value: Value | undefined) => void
}

function SelectField<Value extends string>({ label, any, options, value, onChange }: SelectFieldProps<Value>) {
  return (
    <FormField label={label}>
      {(field) => (
        <Select
          {...field}
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
      )}
    </FormField>
  )
}
