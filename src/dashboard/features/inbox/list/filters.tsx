import ListFilter from 'lucide-react/icons/list-filter'
import X from 'lucide-react/icons/x'
import { late } from '#dashboard/lib/late.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Popover } from '#dashboard/ui/popover.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { useAgents } from '../agents.ts'
import { originLabels } from '../origins.ts'
import type { ListFiltersProps } from './filter-fields.tsx'
import { SearchField } from './search-field.tsx'

const fieldSize = 'h-[calc(1.625rem+var(--control))]' // height of a field with its label
const FilterFields = late(
  () => import('./filter-fields.tsx'),
  'FilterFields',
  <>
    <Skeleton className={fieldSize} />
    <Skeleton className={fieldSize} />
  </>,
)

/**
 * The search field and the filters above the list. The search covers loaded conversations; the server applies the
 * filters.
 */
export function ListFilters({ search, onChange }: ListFiltersProps) {
  const { agent, origin } = search
  const agents = useAgents()
  const chosen = agents.find(({ id }) => id === agent)
  const count = (agent ? 1 : 0) + (origin ? 1 : 0)
  return (
    <div className="flex flex-col gap-2 border-line border-b px-3 py-2">
      <div className="flex gap-2">
        <SearchField q={search.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
        <Popover
          label="Filters"
          align="end"
          className="flex w-64 flex-col gap-3"
          preload={FilterFields.preload}
          trigger={
            <Button aria-label={count ? `Filters, ${count} set` : 'Filters'} className="px-2">
              <ListFilter aria-hidden />
              {count > 0 && <span className="tabular-nums">{count}</span>}
            </Button>
          }
        >
          <FilterFields search={search} onChange={onChange} />
        </Popover>
      </div>
      {count > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {agent && <Chip label={chosen?.name ?? 'One agent'} onRemove={() => onChange({ agent: undefined })} />}
          {origin && <Chip label={originLabels[origin].label} onRemove={() => onChange({ origin: undefined })} />}
        </div>
      )}
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
