import X from 'lucide-react/icons/x'
import { filterNames, type InboxSearch } from '../inbox-search.ts'
import type { ListFiltersProps } from './filter-fields.tsx'
import { useFilterKinds } from './filter-kinds.ts'

/** The filters that are set, each as a button that removes it. */
export function FilterChips({ search, onChange }: ListFiltersProps) {
  const kinds = useFilterKinds(search, false)
  const names = search.q ? ([...filterNames, 'only'] as const) : filterNames
  return (
    <div className="flex flex-wrap gap-1.5">
      {names.map((name) => {
        const { options, one } = kinds[name]
        const label = options.find(([value]) => value === search[name])?.[1] ?? one
        const remove = () => onChange({ [name]: undefined } as InboxSearch)
        return search[name] && <Chip key={name} label={label} onRemove={remove} />
      })}
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
