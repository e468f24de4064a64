import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { oneOf } from '#dashboard/lib/search.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { type SourceSearch, sourceTypes, trainingStatuses } from './source-filters.ts'
import { sourceKinds } from './source-kinds.ts'

export const statusLabels = {
  pending: 'Waiting',
  processing: 'Training',
  completed: 'Trained',
  failed: 'Failed',
} as const

interface SourceFilterBarProps {
  search: SourceSearch
  onChange: (changed: SourceSearch) => void
  /** At the right. */
  children: ReactNode
}

export function SourceFilterBar({ search: { type, status }, onChange, children }: SourceFilterBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Type"
        className="w-44 max-sm:w-auto max-sm:flex-1"
        value={type ?? ''}
        onChange={(event) => onChange({ type: oneOf(event.target.value, sourceTypes) })}
      >
        <option value="">Any type</option>
        {sourceTypes.map((value) => (
          <option key={value} value={value}>
            {sourceKinds[value].label}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Status"
        className="w-36 max-sm:w-auto max-sm:flex-1"
        value={status ?? ''}
        onChange={(event) => onChange({ status: oneOf(event.target.value, trainingStatuses) })}
      >
        <option value="">Any status</option>
        {trainingStatuses.map((value) => (
          <option key={value} value={value}>
            {statusLabels[value]}
          </option>
        ))}
      </Select>
      {(type || status) && (
        <Button variant="ghost" onClick={() => onChange({ type: undefined, status: undefined })}>
          <X aria-hidden /> Clear
        </Button>
      )}
      <div className="ml-auto max-sm:w-full">{children}</div>
    </div>
  )
}
