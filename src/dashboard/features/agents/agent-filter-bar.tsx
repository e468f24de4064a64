import X from 'lucide-react/icons/x'
import { useModels } from '#dashboard/api/use-models.ts'
import { FilterSelect } from '#dashboard/components/filter-select.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import type { AgentFilters } from './agent-filters.ts'

const states = [
  ['active', 'Active'],
  ['disabled', 'Disabled'],
] as const

interface AgentFilterBarProps {
  filters: AgentFilters
  onChange: (changed: AgentFilters) => void
}

export function AgentFilterBar({ filters: { status, model }, onChange }: AgentFilterBarProps) {
  const models = useModels()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterSelect
        label="State"
        any="Any state"
        className="w-36 max-sm:flex-1"
        options={states}
        value={status}
        onChange={(chosen) => onChange({ status: chosen })}
      />
      <FilterSelect
        label="Model"
        any="Any model"
        className="w-52 max-sm:flex-1"
        options={models.data?.map(({ id, name }) => [id, name] as const) ?? []}
        value={model}
        onChange={(chosen) => onChange({ model: chosen })}
      />
      {(status || model) && (
        <Button variant="ghost" onClick={() => onChange({ status: undefined, model: undefined })}>
          <X aria-hidden /> Clear
        </Button>
      )}
    </div>
  )
}
