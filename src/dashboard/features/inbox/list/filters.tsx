import ListFilter from 'lucide-react/icons/list-filter'
import { late } from '#dashboard/lib/late.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Popover } from '#dashboard/ui/popover.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { filterNames, filtersIn } from '../inbox-search.ts'
import type { ListFiltersProps } from './filter-fields.tsx'
import { SearchField } from './search-field.tsx'

const FIELDS = [...filterNames, 'order'] // one placeholder for each field of the default view
const fieldSize = 'h-[calc(1.625rem+var(--control))]' // height of a field with its label
const FilterFields = late(
  () => import('./filter-fields.tsx'),
  'FilterFields',
  <>
    {FIELDS.map((field) => (
      <Skeleton key={field} className={fieldSize} />
    ))}
    <Skeleton className="h-5" />
  </>,
)
const FilterChips = late(() => import('./chips.tsx'), 'FilterChips', <div className="h-6" />)

/** The search field and the filters above the list. The server searches and applies the filters. */
export function ListFilters({ search, onChange }: ListFiltersProps) {
  const count = filtersIn(search)
  return (
    <div className="flex flex-col gap-2 border-line border-b px-3 py-2">
      <div className="flex gap-2">
        <SearchField q={search.q ?? ''} onChange={(q) => onChange(q ? { q } : { q: undefined, only: undefined })} />
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
      {count > 0 && <FilterChips search={search} onChange={onChange} />}
    </div>
  )
}
