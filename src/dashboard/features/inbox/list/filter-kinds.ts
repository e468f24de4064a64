import { origins } from '#contract/enums.ts'
import { api } from '#dashboard/api/api.ts'
import { useAgents } from '#dashboard/api/use-agents.ts'
import { type FilterName, type InboxSearch, viewOf } from '../inbox-search.ts'
import { originLabels } from '../origins.ts'

interface FilterKind {
  label: string
  /** Label of the entry that switches the filter off. */
  any: string
  options: readonly (readonly [value: string, label: string])[]
  /** What a set filter is called while its option is not known. */
  one: string
  /** Whether the filter can be set where the search is. */
  isOffered: boolean
}

/**
 * Each filter of the list in words. One of the server's filters that is not here does not compile.
 * @param isAll whether the options of filters that are not set are needed too
 */
export function useFilterKinds(search: InboxSearch, isAll: boolean): Record<FilterName | 'only', FilterKind> {
  const isWanted = (name: 'assignee' | 'label') => isAll || search[name] !== undefined
  const agents = useAgents().data ?? []
  const members = api.listMembers.useQuery({ enabled: isWanted('assignee') }).data ?? []
  const labels = api.listLabels.useQuery({ enabled: isWanted('label') }).data ?? []
  const isSearch = search.q !== undefined
  const isOfOthers = viewOf(search) !== 'mine' && viewOf(search) !== 'unassigned'
  return {
    agent: {
      ...{ label: 'Agent', any: 'All agents', one: 'One agent', isOffered: true },
      options: agents.map(({ id, name }) => [id, name]),
    },
    origin: {
      ...{ label: 'Channel', any: 'Any channel', one: 'One channel', isOffered: true },
      options: origins.map((value) => [value, originLabels[value].label]),
    },
    assignee: {
      ...{ label: 'Assignee', any: 'Anybody', one: 'One member', isOffered: isSearch || isOfOthers },
      options: members.map(({ user_id, name }) => [user_id, name]),
    },
    label: {
      ...{ label: 'Label', any: 'Any label', one: 'One label', isOffered: true },
      options: labels.map(({ id, name }) => [id, name]),
    },
    only: {
      ...{ label: 'Status', any: 'Open and closed', one: 'One status', isOffered: isSearch },
      options: [
        ['open', 'Open'],
        ['closed', 'Closed'],
      ],
    },
  }
}
