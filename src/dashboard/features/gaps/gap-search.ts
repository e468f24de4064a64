import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { among, pageNumber, searchReader, someText } from '#dashboard/lib/search.ts'

export type Gap = Data<'updateGap'>

export const readGapSearch = searchReader({
  /** State of the gaps that are listed; undefined for open ones. */
  state: among(['taught', 'dismissed', 'answered_now', 'all']),
  /** Order of the list: by when they were last asked; undefined for by how often. */
  sort: among(['last']),
  page: pageNumber,
  gap: someText,
})

export type GapSearch = ReturnType<typeof readGapSearch>

/** Query for one page of the gaps that match the filters. */
export function gapsQuery(agent: string, { state, sort, page }: GapSearch) {
  const query = { sort: sort ?? 'count', page, state: state === 'all' ? undefined : (state ?? 'open') } as const
  return api.listGaps.queryOptions({ params: { agent }, query })
}
