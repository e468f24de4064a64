import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { divideFound } from './found.ts'

const TYPING_MS = 200 // milliseconds of pause in typing until the server searches
const LEAST_LETTERS = 2 // letters; fewer would match nearly every conversation
const MOST_AGENTS = 5 // agents whose sources are searched on a screen that is about no agent
const MOST = 100 // items; one page of a list is searched, and the screens have filters for more

/** The organization's members; empty until something is typed. */
export function useMembers(typed: string) {
  const { may } = usePermissions()
  const members = api.listMembers.useQuery({ enabled: typed !== '' && may('listMembers') })
  return typed ? (members.data ?? []) : []
}

/** The agents whose sources are searched once something is typed: that of the open screen, else the first few. */
export function useSourceAgents<Agent extends { id: string }>(typed: string, agents: readonly Agent[]): Agent[] {
  const { agentId } = useParams({ strict: false })
  const { may } = usePermissions()
  if (typed === '' || !may('listSources')) return []
  return agentId ? agents.filter(({ id }) => id === agentId) : agents.slice(0, MOST_AGENTS)
}

export function useSources(agent: string) {
  return api.listSources.useQuery({ params: { agent }, query: { per_page: MOST } }).data?.data ?? []
}

/** What the server finds. It is asked once typing has paused. */
export function useFound(typed: string) {
  const { may } = usePermissions()
  const wanted = typed.trim().slice(0, limits.searchQuery)
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(wanted), TYPING_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const isEnough = may('search') && wanted.length >= LEAST_LETTERS
  const found = api.search.useQuery({
    query: { q, expand: 'line' },
    enabled: isEnough && q.length >= LEAST_LETTERS,
    placeholderData: (before) => before,
  })
  return {
    ...divideFound(isEnough ? (found.data?.items ?? []) : []),
    error: isEnough ? found.error : null,
    searchAgain: () => void found.refetch(),
    isSearching: isEnough && (found.isFetching || (!found.error && q !== wanted)),
  }
}
