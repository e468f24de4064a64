import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { divideFound } from './found.ts'

const TYPING_MS = 200 // milliseconds of pause in typing until the server searches
const LEAST_LETTERS = 2 // fewer would find nearly every conversation
const MOST = 100 // one page of a list; for more, the screens have filters

/** The agents one may see. */
export function useAgents() {
  const params = { organization: useOrganization().id }
  return useQuery(api.listAgents.queryOptions({ params, query: { per_page: MOST } })).data?.data ?? []
}

/** The organization's members, once something is typed, where the server knows its people. */
export function useMembers(typed: string) {
  const params = { organization: useOrganization().id }
  const { ownApi, may } = usePermissions()
  const members = useQuery({
    ...api.listMembers.queryOptions({ params }),
    enabled: typed !== '' && ownApi && may('listMembers'),
  })
  return typed && ownApi ? (members.data ?? []) : []
}

/** The sources of the agent that the open screen is about, once something is typed. */
export function useSources(typed: string) {
  const params = useRouterState({ select: ({ matches }) => matches.at(-1)?.params as { agentId?: string } | undefined })
  const agentId = params?.agentId
  const { may, lacking } = usePermissions()
  const sources = useQuery({
    ...api.listSources.queryOptions({ params: { agent: agentId ?? '' }, query: { per_page: MOST } }),
    enabled: typed !== '' && agentId !== undefined && may('listSources') && !lacking('source:read'),
  })
  return { agentId, sources: typed && agentId ? (sources.data?.data ?? []) : [] }
}

/** The visitors and conversations that the server finds, a moment after the last letter. */
export function useFound(typed: string) {
  const params = { organization: useOrganization().id }
  const { ownApi, may } = usePermissions()
  const wanted = typed.trim().slice(0, limits.searchQuery)
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(wanted), TYPING_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const isEnough = ownApi && may('search') && wanted.length >= LEAST_LETTERS
  const found = useQuery({
    ...api.search.queryOptions({ params, query: { q, expand: 'line' } }),
    enabled: isEnough && q.length >= LEAST_LETTERS,
    placeholderData: (before) => before,
  })
  return {
    ...divideFound(isEnough ? (found.data?.items ?? []) : []),
    error: isEnough ? found.error : null,
    isSearching: isEnough && !found.error && (q !== wanted || found.data === undefined || found.isPlaceholderData),
  }
}
