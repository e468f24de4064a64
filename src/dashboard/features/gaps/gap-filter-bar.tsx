import { Select } from '#dashboard/ui/select.tsx'
import type { GapSearch } from './gap-search.ts'

interface GapFilterBarProps {
  search: GapSearch
  onChange: (changed: GapSearch) => void
}

/** Chooses which gaps are listed, and in which order. */
export function GapFilterBar({ search, onChange }: GapFilterBarProps) {
  const states = [
    [undefined, 'Open'],
    ['taught', 'Taught'],
    ['dismissed', 'Dismissed'],
    ['all', 'All'],
  ] as const
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="State"
        className="w-36 max-sm:w-auto max-sm:flex-1"
        value={search.state ?? ''}
        onChange={({ target }) => onChange({ state: states.find(([value]) => value === target.value)?.[0] })}
      >
        {states.map(([value = '', words]) => (
          <option key={words} value={value}>
            {words}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Order"
        className="w-44 max-sm:w-auto max-sm:flex-1"
        value={search.sort ?? ''}
        onChange={({ target }) => onChange({ sort: target.value === 'last' ? 'last' : undefined })}
      >
        <option value="">Asked most first</option>
        <option value="last">Asked last first</option>
      </Select>
    </div>
  )
}
