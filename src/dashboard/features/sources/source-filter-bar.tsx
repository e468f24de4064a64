import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { sourceTypes, trainingStatuses } from '#contract/enums.ts'
import { FilterSelect } from '#dashboard/components/filter-select.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import type { SourceFilters } from './source-filters.ts'
import { sourceKinds } from './source-kinds.ts'
import { SourceSearchField } from './source-search-field.tsx'
import { statusLabels } from './source-status.tsx'

interface SourceFilterBarProps {
  search: SourceFilters
  onChange: (changed: SourceFilters) => void
  children: ReactNode
}

export function SourceFilterBar({ search: { type, status, q }, onChange, children }: SourceFilterBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SourceSearchField q={q ?? ''} onChange={(words) => onChange({ q: words })} />
      <FilterSelect
        label="Type"
        any="Any type"
        className="w-44 max-sm:w-auto max-sm:flex-1"
        options={sourceTypes.map((value) => [value, sourceKinds[value].label] as const)}
        value={type}
        onChange={(chosen) => onChange({ type: chosen })}
      />
      <FilterSelect
        label="Status"
        any="Any status"
        className="w-36 max-sm:w-auto max-sm:flex-1"
        options={trainingStatuses.map((value) => [value, statusLabels[value]] as const)}
        value={status}
        onChange={(chosen) => onChange({ status: chosen })}
      />
      {(type || status || q) && (
        <Button variant="ghost" onClick={() => onChange({ type: undefined, status: undefined, q: undefined })}>
          <X aria-hidden /> Clear
        </Button>
      )}
      <div className="ml-auto max-sm:w-full">{children}</div>
    </div>
  )
}
