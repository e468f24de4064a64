import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { conversationStatuses, origins } from '#contract/enums.ts'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { FormField } from '#dashboard/components/form-field.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { oneOf } from '#dashboard/lib/search.ts'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { useAgents } from '../agents.ts'
import { type InboxSearch, isServerSearch, viewOf } from '../inbox-search.ts'
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
  const { ownApi } = usePermissions()
  const advanceId = useId()
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
      {ownApi && <TeamFields search={search} onChange={onChange} />}
      {isServerSearch(search) && (
        <FormField label="Status">
          {(field) => (
            <Select
              {...field}
              value={search.only ?? ''}
              onChange={(event) => onChange({ only: oneOf(event.target.value, conversationStatuses) })}
            >
              <option value="">Open and closed</option>
              <option value="open">Open</option>
              <option value="closed">Closed</option>
            </Select>
          )}
        </FormField>
      )}
      {ownApi && isSorted(view) && !isServerSearch(search) && (
        <FormField label="Order">
          {(field) => (
            <Select
              {...field}
              value={sort}
              onChange={(event) => chooseSort(view, event.target.value === 'waiting' ? 'waiting' : 'newest')}
            >
              <option value="newest">Latest activity first</option>
              <option value="waiting">Longest waiting first</option>
            </Select>
          )}
        </FormField>
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
  const members = useQuery(api.listMembers.queryOptions({ params }))
  const labels = useQuery(api.listLabels.queryOptions({ params }))
  return (
    <>
      {(isServerSearch(search) || (viewOf(search) !== 'mine' && viewOf(search) !== 'unassigned')) && (
        <FormField label="Assignee">
          {(field) => (
            <Select
              {...field}
              value={search.assignee ?? ''}
              onChange={(event) => onChange({ assignee: event.target.value || undefined })}
            >
              <option value="">Anybody</option>
              {members.data?.map(({ user_id, name }) => (
                <option key={user_id} value={user_id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      )}
      <FormField label="Label">
        {(field) => (
          <Select
            {...field}
            value={search.label ?? ''}
            onChange={(event) => onChange({ label: event.target.value || undefined })}
          >
            <option value="">Any label</option>
            {labels.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </FormField>
    </>
  )
}
