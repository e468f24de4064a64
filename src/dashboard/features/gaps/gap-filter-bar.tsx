import { FilterSelect } from '#dashboard/components/filter-select.tsx'
import type { GapSearch } from './gap-search.ts'

const states = [
  ['taught', 'Taught'],
  ['answered_now', 'Answered by now'],
  ['dismissed', 'Dismissed'],
  ['all', 'All'],
] as const

const orders = [['last', 'Asked last first']] as const

export function GapFilterBar({ search, onChange }: { search: GapSearch; onChange: (changed: GapSearch) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterSelect
        label="State"
        any="Open"
        className="w-36 max-sm:w-auto max-sm:flex-1"
        options={states}
        value={search.state}
        onChange={(state) => onChange({ state })}
      />
      <FilterSelect
        label="Order"
        any="Asked most first"
        className="w-44 max-sm:w-auto max-sm:flex-1"
        options={orders}
        value={search.sort}
        onChange={(sort) => onChange({ sort })}
      />
    </div>
  )
}
