import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { origins } from '#contract/enums.ts'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { useAgents } from '../agents.ts'
import { type InboxSearch, viewOf } from '../inbox-search.ts'
import { originLabels } from '../origins.ts'
import { chooseAdvance, useAdvances } from './advance.ts'
import { chooseSort, isSorted, useSort } from './sort.ts'

export interface ListFiltersProps {
  search: InboxSearch
  onChange: (changed: InboxSearch) => void
}

/** Fields for the filters that the server applies, the order of the list, and what opens after closing. */
export function FilterFields({ search, onChange }: ListFiltersProps) {
  const { agent, origin } = search
  const view = viewOf(search)
  const sort = useSort(view)
  const agents = useAgents()
  const advanceId = useId()
  return (
    <>
      <SelectField
        label="Agent"
        any="All agents"
        options={agents.map(({ id, name }) => [id, name])}
        value={agent}
        onChange={(agent) => onChange({ agent })}
      />
      <SelectField
        label="Channel"
        any="Any channel"
        options={origins.map((value) => [value, originLabels[value].label])}
        value={origin}
        onChange={(origin) => onChange({ origin })}
      />
      <TeamFields search={search} onChange={onChange} />
      {search.q !== undefined && (
        <SelectField
          label="Status"
          any="Open and closed"
          options={[
            ['open', 'Open'],
            ['closed', 'Closed'],
          ]}
          value={search.only}
          onChange={(only) => onChange({ only })}
        />
      )}
      {isSorted(view) && search.q === undefined && (
        <SelectField
          label="Order"
          options={[
            ['newest', 'Latest activity first'],
            ['waiting', 'Longest waiting first'],
          ]}
          value={sort}
          onChange={(chosen = 'newest') => chooseSort(view, chosen)}
        />
      )}
      <div className="flex items-center gap-2 text-sm">
        <Checkbox id={advanceId} checked={useAdvances()} onChange={(event) => chooseAdvance(event.target.checked)} />
        <label htmlFor={advanceId}>Open the next after closing</label>
      </div>
    </>
  )
}

/** The filters by assignee and by label. */
function TeamFields({ search, onChange }: ListFiltersProps) {
  const params = { organization: useOrganization().id }
  const members = useQuery(api.listMembers.queryOptions({ params })).data ?? []
  const labels = useQuery(api.listLabels.queryOptions({ params })).data ?? []
  return (
    <>
      {(search.q !== undefined || (viewOf(search) !== 'mine' && viewOf(search) !== 'unassigned')) && (
        <SelectField
          label="Assignee"
          any="Anybody"
          options={members.map(({ user_id, name }) => [user_id, name])}
          value={search.assignee}
          onChange={(assignee) => onChange({ assignee })}
        />
      )}
      <SelectField
        label="Label"
        any="Any label"
        options={labels.map(({ id, name }) => [id, name])}
        value={search.label}
        onChange={(label) => onChange({ label })}
      />
    </>
  )
}

interface SelectFieldProps<Value extends string> {
  label: string
  /** Label of the entry that switches a filter off; undefined where one of the options always holds. */
  any?: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value | undefined
  /** Receives the chosen value; undefined for `any`. */
  onChange: (value: Value | undefined) => void
}

function SelectField<Value extends string>({ label, any, options, value, onChange }: SelectFieldProps<Value>) {
  return (
    <FormField label={label}>
      {(field) => (
        <Select
          {...field}
          value={value ?? ''}
          onChange={(event) => onChange(options.find(([known]) => known === event.target.value)?.[0])}
        >
          {any && <option value="">{any}</option>}
          {options.map(([known, words]) => (
            <option key={known} value={known}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  )
}
