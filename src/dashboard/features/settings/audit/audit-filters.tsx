import { useId, useState } from 'react'
import { auditActions } from '#contract/audit-actions.ts'
import { api } from '#dashboard/api/api.ts'
import { FilterSelect } from '#dashboard/components/filter-select.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import type { AuditSearch } from './audit-search.ts'
import { actionName } from './audit-sentence.ts'

interface AuditFiltersProps {
  search: AuditSearch
  onChange: (changed: AuditSearch) => void
}

const actions = auditActions
  .map((action) => [action, actionName(action)] as const)
  .toSorted(([, one], [, other]) => one.localeCompare(other))

/** Filters by person, action and days. A person in the address who is no member is listed as "Somebody else". */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const members = api.listMembers.useQuery()
  const known = members.data?.map(({ user_id, name }) => [user_id, name] as const) ?? []
  const { actor, action, from, to } = search
  const isUnknown = actor !== undefined && !known.some(([id]) => id === actor)
  const people = isUnknown ? [...known, [actor, members.data ? 'Somebody else' : '…'] as const] : known
  return (
    <fieldset className="flex flex-wrap items-end gap-2 [&>*]:min-w-36 [&>*]:flex-1">
      <legend className="sr-only">Filters</legend>
      <FilterSelect
        label="Who"
        any="Anybody"
        options={people}
        value={actor}
        onChange={(value) => onChange({ actor: value })}
      />
      <FilterSelect
        label="What"
        any="Any action"
        options={actions}
        value={action}
        onChange={(value) => onChange({ action: value })}
      />
      <DayInput label="From" value={from} latest={to} onChange={(value) => onChange({ from: value })} />
      <DayInput label="To" value={to} earliest={from} onChange={(value) => onChange({ to: value })} />
      {(actor || action || from || to) && (
        <Button
          variant="ghost"
          className="min-w-0 flex-none"
          onClick={() => onChange({ actor: undefined, action: undefined, from: undefined, to: undefined })}
        >
          Clear
        </Button>
      )}
    </fieldset>
  )
}

interface DayInputProps {
  label: string
  value: string | undefined
  earliest?: string | undefined
  latest?: string | undefined
  onChange: (value: string | undefined) => void
}

function DayInput({ label, value, earliest, latest, onChange }: DayInputProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  return (
    <div className="flex min-w-48! items-center gap-2 max-sm:min-w-full!">
      <label htmlFor={id} className="text-muted text-sm max-sm:w-10">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        value={typed ?? value ?? ''}
        min={earliest}
        max={latest}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => {
          setTyped(target.value)
          // While a date is typed, it is empty as long as parts are missing, and its year begins with zeros.
          if (!target.validity.badInput && !target.value.startsWith('0')) onChange(target.value || undefined)
        }}
      />
    </div>
  )
}
