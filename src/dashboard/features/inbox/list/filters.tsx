import ListFilter from 'lucide-react/icons/list-filter'
import { Button } from '#dashboard/ui/button.tsx'
import { Popover } from '#dashboard/ui/popover.tsx'
import { filtersIn } from '../inbox-search.ts'
import { FilterChips } from './chips.tsx'
import { FilterFields, type ListFiltersProps } from './filter-fields.tsx'
import { SearchField } from './search-field.tsx'

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
