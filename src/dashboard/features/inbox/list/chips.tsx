import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { useAgents } from '../agents.ts'
import { originLabels } from '../origins.ts'
import type { ListFiltersProps } from './filter-fields.tsx'

/** The filters that are set, each as a button that removes it. */
export function FilterChips({ search, onChange }: ListFiltersProps) {
  const { agent, assignee, label, origin, q, only } = search
  const params = { organization: useOrganization().id }
  const agents = useAgents()
  const members = useQuery({ ...api.listMembers.queryOptions({ params }), enabled: assignee !== undefined })
  const labels = useQuery({ ...api.listLabels.queryOptions({ params }), enabled: label !== undefined })
  const agentName = agents.find(({ id }) => id === agent)?.name
  const memberName = members.data?.find(({ user_id }) => user_id === assignee)?.name
  const labelName = labels.data?.find(({ id }) => id === label)?.name
  return (
    <div className="flex flex-wrap gap-1.5">
      {agent && <Chip label={agentName ?? 'One agent'} onRemove={() => onChange({ agent: undefined })} />}
      {assignee && <Chip label={memberName ?? 'One member'} onRemove={() => onChange({ assignee: undefined })} />}
      {label && <Chip label={labelName ?? 'One label'} onRemove={() => onChange({ label: undefined })} />}
      {origin && <Chip label={originLabels[origin].label} onRemove={() => onChange({ origin: undefined })} />}
      {q && only && <Chip label={only === 'open' ? 'Open' : 'Closed'} onRemove={() => onChange({ only: undefined })} />}
    </div>
  )
}

function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={`Remove the filter ${label}`}
      className="inline-flex h-6 max-w-full max-sm:h-control-sm max-sm:px-2.5 items-center gap-1 rounded-sm border border-line bg-sunken px-1.5 text-sm hover:bg-hover"
    >
      <span className="truncate">{label}</span>
      <X aria-hidden className="size-3 shrink-0 text-muted" />
    </button>
  )
}
