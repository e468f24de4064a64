import { useId } from 'react'
import { FilterSelect } from '#dashboard/components/filter-select.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'
import { filterNames, type InboxSearch, viewOf } from '../inbox-search.ts'
import { chooseAdvance, useAdvances } from './advance.ts'
import { useFilterKinds } from './filter-kinds.ts'
import { chooseSort, isSorted, useSort } from './sort.ts'

export interface ListFiltersProps {
  search: InboxSearch
  onChange: (changed: InboxSearch) => void
}

const orders = [
  ['newest', 'Latest activity first'],
  ['waiting', 'Longest waiting first'],
] as const

/** Fields for the filters that the server applies, the order of the list, and what opens after closing. */
export function FilterFields({ search, onChange }: ListFiltersProps) {
  const view = viewOf(search)
  const sort = useSort(view)
  const kinds = useFilterKinds(search, true)
  const advanceId = useId()
  return (
    <>
      {([...filterNames, 'only'] as const).map((name) => {
        const { label, any, options, isOffered } = kinds[name]
        const change = (value: string | undefined) => onChange({ [name]: value } as InboxSearch)
        if (!isOffered) return null
        return (
          <FormField key={name} label={label}>
            <FilterSelect {...{ any, options }} value={search[name]} onChange={change} />
          </FormField>
        )
      })}
      {isSorted(view) && search.q === undefined && (
        <FormField label="Order">
          <FilterSelect options={orders} value={sort} onChange={(chosen = 'newest') => chooseSort(view, chosen)} />
        </FormField>
      )}
      <div className="flex items-center gap-2 text-sm">
        <Checkbox id={advanceId} checked={useAdvances()} onChange={(event) => chooseAdvance(event.target.checked)} />
        <label htmlFor={advanceId}>Open the next after closing</label>
      </div>
    </>
  )
}
