import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '#dashboard/api/session.ts'
import { filtersOf, type InboxFilter, type InboxSearch, viewOf } from '../inbox-search.ts'
import { belongs, type Line } from './lines.ts'
import { linesQuery, loadMoreLines, trimLines, watchLines } from './lines-query.ts'
import { useSort } from './sort.ts'
import { useReadings } from './use-readings.ts'

const none: readonly Line[] = []

/** The list for the address's filters: its loaded lines, and a function to load more. */
export function useLines(search: InboxSearch) {
  const client = useQueryClient()
  const me = useSession().user.id
  const view = viewOf(search)
  const sort = useSort(view)
  const key = JSON.stringify({ view, ...filtersOf(search), sort })
  const filter = useMemo(() => JSON.parse(key) as InboxFilter, [key])
  const query = useQuery(linesQuery(filter))
  // Of which list more failed to load, and of which it is being loaded: it may be that of the filters before.
  const [failed, setFailed] = useState<{ filter: typeof filter; error: unknown }>()
  const moreError = failed?.filter === filter ? failed.error : null
  const loading = useRef<typeof filter>(undefined)

  useEffect(() => watchLines(client), [client])
  useReadings()
  useEffect(() => () => trimLines(client, filter), [client, filter])

  const loaded = query.data?.lines ?? none
  const lines = useMemo(() => loaded.filter((line) => belongs(line, view, me)), [loaded, view, me])

  const loadMore = () => {
    if (loading.current === filter) return
    loading.current = filter
    setFailed(undefined)
    loadMoreLines(client, filter)
      .catch((error: unknown) => setFailed({ filter, error }))
      .finally(() => {
        if (loading.current === filter) loading.current = undefined
      })
  }

  return {
    query,
    filter,
    lines,
    /** All loaded lines, including changes that the server has not confirmed yet. */
    loaded,
    end: { hasMore: Boolean(query.data?.nextCursor), error: moreError, load: loadMore },
  }
}
