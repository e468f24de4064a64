import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { oneOf } from '#dashboard/lib/search.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import type { AgentFilters } from './agent-filters.ts'

interface AgentFilterBarProps {
  filters: AgentFilters
  onChange: (changed: AgentFilters) => void
}

export function AgentFilterBar({ filters: { status, model }, onChange }: AgentFilterBarProps) {
  const models = useQuery(api.listModels.queryOptions())
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="State"
        className="w-36 max-sm:flex-1"
        value={status ?? ''}
        onChange={(event) => onChange({ status: oneOf(event.target.value, ['active', 'disabled']) })}
      >
        <option value="">Any state</option>
        <option value="active">Active</option>
        <option value="disabled">Disabled</option>
      </Select>
      <Select
        aria-label="Model"
        className="w-52 max-sm:flex-1"
        value={model ?? ''}
        onChange={(event) => onChange({ model: event.target.value || undefined })}
      >
        <option value="">Any model</option>
        {models.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {(status || model) && (
        <Button variant="ghost" onClick={() => onChange({ status: undefined, model: undefined })}>
          <X aria-hidden /> Clear
        </Button>
      )}
    </div>
  )
}
