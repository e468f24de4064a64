import { origins } from '#contract/enums.ts'
import { FormField } from '#dashboard/components/form-field.tsx'
import { oneOf } from '#dashboard/lib/search.ts'
import { Select } from '#dashboard/ui/select.tsx'
import { useAgents } from '../agents.ts'
import type { InboxSearch } from '../inbox-search.ts'
import { originLabels } from '../origins.ts'

export interface ListFiltersProps {
  search: InboxSearch
  onChange: (changed: InboxSearch) => void
}

/** Fields for the filters that the server applies: agent and origin. */
export function FilterFields({ search: { agent, origin }, onChange }: ListFiltersProps) {
  const agents = useAgents()
  return (
    <>
      <FormField label="Agent">
        {(field) => (
          <Select
            {...field}
            value={agent ?? ''}
            onChange={(event) => onChange({ agent: event.target.value || undefined })}
          >
            <option value="">All agents</option>
            {agents.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField label="Channel">
        {(field) => (
          <Select
            {...field}
            value={origin ?? ''}
            onChange={(event) => onChange({ origin: oneOf(event.target.value, origins) })}
          >
            <option value="">Any channel</option>
            {origins.map((value) => (
              <option key={value} value={value}>
                {originLabels[value].label}
              </option>
            ))}
          </Select>
        )}
      </FormField>
    </>
  )
}
